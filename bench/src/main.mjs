// node src/main.mjs [suite …] [--json]: runs all suites, or those named, and prints what was measured.
import { printTable } from './print-table.mjs';
import { capabilitySuite } from './suites/capability/capability-suite.mjs';
import { storageSuite } from './suites/storage/storage-suite.mjs';

const suites = { storage: storageSuite, capability: capabilitySuite };
const words = process.argv.slice(2).filter((word) => word !== '--');
const asJson = words.includes('--json');
const named = words.filter((word) => word !== '--json');
const unknown = named.filter((name) => !Object.hasOwn(suites, name));

if (unknown.length > 0) {
  console.error(
    `Unknown suite ${unknown.join(', ')}: choose from ${Object.keys(suites).join(', ')}, or add --json`,
  );
  process.exit(2);
}

const results = [];
for (const [name, run] of Object.entries(suites)) {
  if (named.length > 0 && !named.includes(name)) continue;
  for (const result of await run()) results.push({ suite: name, ...result });
}

if (asJson) {
  const columns = ['suite', 'case', 'subject', 'value', 'unit', 'ratio', 'target', 'met'];
  const rows = results.map((result) => Object.fromEntries(columns.map((column) => [column, result[column]])));
  console.log(JSON.stringify(rows, null, 2));
} else {
  printTable(results);
}
