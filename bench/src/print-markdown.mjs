import { cpus, release, totalmem, type } from 'node:os';
import { shown, shownHead } from './shown.mjs';

/** The results as they stand in the documentation: when and on what machine, then a table for each case. */
export function printMarkdown(results) {
  console.log(
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${type()} ${release()}, ` +
      `${cpus().length} × ${cpus()[0].model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB of memory.`,
  );
  let title = '';
  for (const result of results) {
    const next = `${result.suite}: ${result.case}`;
    if (next !== title) {
      console.log(`\n### ${next}\n\n| ${shownHead.join(' | ')} |\n${'| --- '.repeat(shownHead.length)}|`);
    }
    title = next;
    console.log(`| ${shown(result).join(' | ')} |`);
  }
}
