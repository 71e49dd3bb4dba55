import type { ErrorReport } from '../../../protocol/error-report.js';
import { codeChain } from '../../../protocol/shown-causes.js';

/** An error as one block to paste into a report: code, causes, details, and the versions it happened with. */
export function errorMarkdown(error: ErrorReport, versions: Readonly<Record<string, string>>): string {
  const lines = [`**${error.code}**: ${error.message}`];
  if (error.action !== null) lines.push('', `What to do: ${error.action}`);
  if (error.causes.length > 0) {
    lines.push('', 'Caused by:', '');
    for (const cause of error.causes) {
      lines.push(`- ${cause.code === null ? '' : `\`${cause.code}\` `}${cause.message}`);
    }
  }
  const chain = codeChain(error);
  if (chain.length > 1) lines.push('', `Chain: ${chain.map((code) => `\`${code}\``).join(' › ')}`);
  const facts = { ...error.details, ...versions };
  const names = Object.keys(facts);
  if (names.length > 0) {
    lines.push('', '```', ...names.map((name) => `${name}: ${facts[name]}`), '```');
  }
  return `${lines.join('\n')}\n`;
}
