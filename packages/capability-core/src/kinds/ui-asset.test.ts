import { describe, expect, it } from 'vitest';
import { digestOf } from '../../test/set-builders.js';
import { UI_ASSET_BYTES_MAX } from './limits.js';
import { UiAsset } from './ui-asset.js';

const PAGE = '<!doctype html><main>exact</main>';
const PAGE_DIGEST = 'sha256:8a9058b3f3c8402c616024c84410de04b23f7a9280552c3b1c05b9fd386fe763';

describe('an asset of a UI', () => {
  it('is named by the digest of its bytes, and has the media type of its kind', () => {
    const page = new UiAsset('html', PAGE);
    expect(page).toMatchObject({ digest: PAGE_DIGEST, mediaType: 'text/html', byteLength: 33 });
    expect(page.content).toBe(PAGE);
    expect(new UiAsset('style', 'é').byteLength).toBe(2);
    expect(new UiAsset('style', 'a').mediaType).toBe('text/css');
    expect(new UiAsset('script', 'a').mediaType).toBe('text/javascript');
  });

  it('can be checked against the digest that it is known by', () => {
    const { digest } = new UiAsset('html', PAGE);
    expect(UiAsset.verified('html', PAGE, digest).digest).toBe(PAGE_DIGEST);
    expect(() => UiAsset.verified('html', `${PAGE} `, digest)).toThrow(
      expect.objectContaining({
        name: 'UiError',
        code: 'asset-digest-mismatch',
        kind: 'html',
        expected: digest,
      }),
    );
    expect(() => UiAsset.verified('html', PAGE, digestOf('0'))).toThrow(
      expect.objectContaining({ actual: digest }),
    );
  });

  it('is refused when it is empty, or no text', () => {
    expect(() => new UiAsset('style', '')).toThrow(expect.objectContaining({ code: 'empty-asset' }));
    for (const content of ['\ud800', 7, null]) {
      expect(() => Reflect.construct(UiAsset, ['style', content])).toThrow(
        expect.objectContaining({ code: 'invalid-asset' }),
      );
    }
    for (const kind of ['image', 'toString', undefined]) {
      expect(() => Reflect.construct(UiAsset, [kind, 'a'])).toThrow(
        expect.objectContaining({ code: 'invalid-asset' }),
      );
    }
  });

  it('takes at most so many bytes', () => {
    const content = `é${'x'.repeat(UI_ASSET_BYTES_MAX - 2)}`;
    expect(new UiAsset('script', content).byteLength).toBe(UI_ASSET_BYTES_MAX);
    expect(() => new UiAsset('script', `${content}x`)).toThrow(
      expect.objectContaining({ code: 'asset-too-large', kind: 'script', max: UI_ASSET_BYTES_MAX }),
    );
  });
});
