import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Colour = readonly [red: number, green: number, blue: number];

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = css.split('[data-theme="dark"]');

const TEXT_MIN = 4.5;
const MARK_MIN = 3;
/** The strongest tint of its own hue that text stands on. */
const TINT = 0.12;
const TEXTS = ['ink', 'muted', 'accent', 'idle', 'run', 'ok', 'pin', 'undo', 'bad', 'wait'];
const TINTED = ['idle', 'run', 'ok', 'pin', 'undo', 'bad'];

describe.each([
  ['light', light],
  ['dark', dark],
])('%s tokens', (_, block) => {
  const token = (name: string): Colour => {
    const found = new RegExp(`--${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(block);
    if (found === null) throw new Error(`No token --${name}`);
    return linear(Number(found[1]), Number(found[2]), Number(found[3]));
  };

  it.each(TEXTS)('give text in %s enough contrast on every ground', (name) => {
    for (const ground of ['paper', 'surface', 'sunken']) {
      expect(contrast(token(name), token(ground)), ground).toBeGreaterThanOrEqual(TEXT_MIN);
    }
  });

  it.each(TINTED)('give a chip in %s enough contrast on its own tint', (name) => {
    expect(contrast(token(name), mix(token(name), token('surface'), TINT))).toBeGreaterThanOrEqual(TEXT_MIN);
  });

  it('give a chip that waits for a person enough contrast on its tint', () => {
    const ground = mix(token('wait-mark'), token('surface'), 0.18);
    expect(contrast(token('wait'), ground)).toBeGreaterThanOrEqual(TEXT_MIN);
  });

  it.each(['wait-mark', 'cue', 'accent', 'run', 'ok', 'pin', 'undo', 'bad'])(
    'let a mark in %s be seen',
    (name) => {
      expect(contrast(token(name), token('surface'))).toBeGreaterThanOrEqual(MARK_MIN);
    },
  );

  it('give the text of a primary button enough contrast', () => {
    expect(contrast(token('paper'), token('ink'))).toBeGreaterThanOrEqual(TEXT_MIN);
  });
});

/** Linear sRGB of an oklch colour. */
function linear(lightness: number, chroma: number, hue: number): Colour {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function luminance([red, green, blue]: Colour): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: Colour, b: Colour): number {
  const [bright, dim] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((bright ?? 0) + 0.05) / ((dim ?? 0) + 0.05);
}

/** Mixed as a browser paints a translucent colour: in gamma-encoded sRGB. */
function mix(over: Colour, under: Colour, share: number): Colour {
  const channel = (index: 0 | 1 | 2): number =>
    decode(encode(over[index]) * share + encode(under[index]) * (1 - share));
  return [channel(0), channel(1), channel(2)];
}

function encode(value: number): number {
  return value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
}

function decode(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
