import { utf8Length } from '../identity/text-rules.js';
import { CONTEXT_METADATA, type ContextResult } from '../kinds/context-item.js';
import type { ContextProvider } from '../kinds/context-provider.js';
import { CapabilityValue } from '../kinds/value.js';
import { deepFreeze } from '../lifecycle/deep-freeze.js';
import { ItemReport, type ReadItem } from './package-item.js';
import { type ItemFile, type PackagedValue, publicNameIn } from './packaged-value.js';
import { noteNoUtf8 } from './text-flaws.js';

/** Where a package says what a model should always know. Links to it count for nothing: only this name is read. */
export const CONTEXT_PATH = 'AGENTS.md';

/** As models count, more or less; the budget for what is required counts bytes. */
const BYTES_PER_TOKEN = 4;

/** Reads a file as context that is a part of each prompt. */
export function readContextFile(file: ItemFile, text: string): ReadItem<PackagedValue> {
  const { path, digest, name, packageName } = file;
  const report = new ItemReport('context', path);
  noteNoUtf8(text, report);
  const content = text.replace(/^\uFEFF/, '').trim();
  if (content === '') return report.skipped(name, 'It is empty.', 1);
  const value = CapabilityValue.context(providerOf(publicNameIn(packageName, name), content));
  const packaged = { kind: 'context', name, path, digest, fields: new Map(), value } as const;
  return report.loaded(name, Object.freeze(packaged));
}

function providerOf(provider: string, content: string): ContextProvider {
  const tokenCount = Math.ceil(utf8Length(content) / BYTES_PER_TOKEN);
  const result: ContextResult = deepFreeze({
    items: [
      {
        id: provider,
        contextType: 'resource',
        content,
        tokenCount,
        // After all that a host itself requires.
        relevance: 0,
        source: provider,
        metadata: { [CONTEXT_METADATA.required]: true },
      },
    ],
    totalTokens: tokenCount,
    provider,
    truncated: false,
  });
  return Object.freeze({ name: provider, query: async () => result });
}
