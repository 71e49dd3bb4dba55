import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const RENDERER = join(import.meta.dirname, '../src/renderer');
const GUIDE = join(import.meta.dirname, '../../../docs/tutorial.md');

it('finds in the guide every heading that the page sends a person to', async () => {
  const headings = [...(await readFile(GUIDE, 'utf8')).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  const files = (await readdir(RENDERER, { recursive: true })).filter((name) => name.endsWith('.tsx'));
  const texts = await Promise.all(files.map((name) => readFile(join(RENDERER, name), 'utf8')));
  const named = texts.flatMap((text) =>
    [...text.matchAll(/ guide="([^"]*)"/g)].map(([, heading]) => heading),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((heading) => !headings.includes(heading))).toEqual([]);
});
