import { describe, expect, it } from 'vitest';
import { MAX_PUBLIC_NAME_BYTES } from '../identity/limits.js';
import { UI_DESCRIPTION_BYTES_MAX, UI_ICON_BYTES_MAX, UI_TITLE_BYTES_MAX } from './limits.js';
import { UiAsset } from './ui-asset.js';
import { UiBinding, type UiBindingInput } from './ui-binding.js';
import { UiDocument } from './ui-document.js';

const PANEL: UiBindingInput = {
  publicName: 'panel',
  title: 'Evidence',
  description: 'Exact.',
  icon: 'panel-top',
  order: 20,
  document: new UiDocument({
    entry: new UiAsset('html', '<!doctype html><main>exact</main>'),
    styles: [new UiAsset('style', 'main { display: grid; }')],
    scripts: [new UiAsset('script', 'globalThis.ready = true;')],
  }),
};

describe('a UI', () => {
  it('has the known surface digest, and is frozen', () => {
    const panel = new UiBinding(PANEL);
    expect(panel.surfaceDigest).toBe(
      'sha256:c78cab3d09b64058f352bb84a10f749707b2cd84d1acfb780e77bee6fe3cae27',
    );
    expect(panel).toMatchObject(PANEL);
    expect(Object.isFrozen(panel)).toBe(true);
  });

  it('need not be described', () => {
    const { description: _description, ...plain } = PANEL;
    expect(new UiBinding(plain).description).toBe('');
  });

  it.each<[string, object, string]>([
    ['invalid-text', { publicName: '' }, 'public name'],
    ['invalid-text', { publicName: 7 }, 'public name'],
    ['invalid-text', { title: ' padded' }, 'title'],
    ['invalid-text', { title: 'two\nlines' }, 'title'],
    ['invalid-text', { description: 'padded ' }, 'description'],
    ['invalid-text', { description: null }, 'description'],
    ['text-too-large', { publicName: 'x'.repeat(MAX_PUBLIC_NAME_BYTES + 1) }, 'public name'],
    ['text-too-large', { title: 'x'.repeat(UI_TITLE_BYTES_MAX + 1) }, 'title'],
    ['text-too-large', { description: 'x'.repeat(UI_DESCRIPTION_BYTES_MAX + 1) }, 'description'],
    ['invalid-text', { title: `${'x'.repeat(UI_TITLE_BYTES_MAX)}\n` }, 'title'],
    ['text-too-large', { description: `${'x'.repeat(UI_DESCRIPTION_BYTES_MAX)}\n` }, 'description'],
  ])('is refused with %s for %o', (code, over, field) => {
    expect(() => Reflect.construct(UiBinding, [{ ...PANEL, ...over }])).toThrow(
      expect.objectContaining({ name: 'UiError', code, field }),
    );
  });

  it('has texts as long as their bounds', () => {
    const publicName = 'é'.repeat(MAX_PUBLIC_NAME_BYTES / 2);
    const title = 'é'.repeat(UI_TITLE_BYTES_MAX / 2);
    const description = 'é'.repeat(UI_DESCRIPTION_BYTES_MAX / 2);
    expect(new UiBinding({ ...PANEL, publicName, title, description })).toMatchObject({ publicName, title });
  });

  it.each(['a', '0', 'panel-top', 'a'.repeat(UI_ICON_BYTES_MAX)])('may have the icon %s', (icon) => {
    expect(new UiBinding({ ...PANEL, icon }).icon).toBe(icon);
  });

  it.each(['', '-a', 'a-', 'A', 'a b', 'ä', 'a\n', 'a'.repeat(UI_ICON_BYTES_MAX + 1), null])(
    'cannot have the icon %j',
    (icon) => {
      expect(() => Reflect.construct(UiBinding, [{ ...PANEL, icon }])).toThrow(
        expect.objectContaining({ code: 'invalid-icon' }),
      );
    },
  );

  it('has a signed 32-bit integer as its order', () => {
    for (const order of [-(2 ** 31), -1, 0, 2 ** 31 - 1]) {
      expect(new UiBinding({ ...PANEL, order }).order).toBe(order);
    }
    for (const order of [-(2 ** 31) - 1, 2 ** 31, 0.5, Number.NaN, '1']) {
      expect(() => Reflect.construct(UiBinding, [{ ...PANEL, order }])).toThrow(
        expect.objectContaining({ code: 'invalid-order' }),
      );
    }
  });

  it('is refused without a document', () => {
    const { digest } = PANEL.document;
    expect(() => Reflect.construct(UiBinding, [{ ...PANEL, document: { digest } }])).toThrow(
      expect.objectContaining({ code: 'invalid-document' }),
    );
  });
});
