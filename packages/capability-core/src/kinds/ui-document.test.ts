import { describe, expect, it } from 'vitest';
import { UI_ASSET_BYTES_MAX, UI_DOCUMENT_BYTES_MAX, UI_SCRIPTS_MAX, UI_STYLES_MAX } from './limits.js';
import { UiAsset } from './ui-asset.js';
import { UiDocument } from './ui-document.js';

const entry = new UiAsset('html', '<!doctype html><main>exact</main>');
const style = new UiAsset('style', 'main { display: grid; }');
const script = new UiAsset('script', 'globalThis.ready = true;');
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('a UI document', () => {
  it('has the known digest, and keeps its own lists', () => {
    const styles = [style];
    const document = new UiDocument({ entry, styles, scripts: [script] });
    styles.pop();
    expect(document.digest).toBe('sha256:4286fdb205409b4cd204cefdd7e1e8fe0d45a4a269193ff656a976a2353a0114');
    expect(document.styles).toEqual([style]);
    expect(document.byteLength).toBe(entry.byteLength + style.byteLength + script.byteLength);
    expect(new UiDocument({ entry }).styles).toEqual([]);
  });

  it.each([
    ['entry', 'html', 'script', { entry: script }],
    ['styles', 'style', 'script', { entry, styles: [style, script] }],
    ['scripts', 'script', 'html', { entry, scripts: [entry] }],
  ])('refuses an asset of another kind: %s', (field, expected, actual, input) => {
    expect(() => new UiDocument(input)).toThrow(
      expect.objectContaining({ name: 'UiError', code: 'asset-kind-mismatch', field, expected, actual }),
    );
  });

  it('refuses what only looks like an asset', () => {
    const { kind, digest, mediaType, byteLength } = entry;
    const lookalike = { kind, digest, mediaType, byteLength, content: 'other' };
    expect(() => Reflect.construct(UiDocument, [{ entry: lookalike }])).toThrow(
      expect.objectContaining({ code: 'invalid-document' }),
    );
  });

  it('has at most so many styles and scripts', () => {
    const full = { styles: times(UI_STYLES_MAX, style), scripts: times(UI_SCRIPTS_MAX, script) };
    expect(new UiDocument({ entry, ...full }).styles).toHaveLength(UI_STYLES_MAX);
    expect(() => new UiDocument({ entry, ...full, styles: [...full.styles, style] })).toThrow(
      expect.objectContaining({ code: 'asset-count-exceeded', field: 'styles', max: UI_STYLES_MAX }),
    );
    expect(() => new UiDocument({ entry, ...full, scripts: [...full.scripts, script] })).toThrow(
      expect.objectContaining({ code: 'asset-count-exceeded', field: 'scripts', max: UI_SCRIPTS_MAX }),
    );
  });

  it('takes at most so many bytes', () => {
    const large = {
      entry: new UiAsset('html', 'x'.repeat(UI_ASSET_BYTES_MAX)),
      styles: times(7, new UiAsset('style', 'x'.repeat(UI_ASSET_BYTES_MAX))),
    };
    expect(new UiDocument(large).byteLength).toBe(UI_DOCUMENT_BYTES_MAX);
    expect(() => new UiDocument({ ...large, scripts: [new UiAsset('script', 'x')] })).toThrow(
      expect.objectContaining({ code: 'document-too-large', max: UI_DOCUMENT_BYTES_MAX }),
    );
  });
});
