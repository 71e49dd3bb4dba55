// node src/main.mjs [suite …] [--json | --markdown]: runs all suites, or those named, and prints what was measured.
import { printMarkdown } from './print-markdown.mjs';
import { printTable } from './print-table.mjs';
import { capabilitySuite } from './suites/capability/capability-suite.mjs';
import { storageSuite } from './suites/storage/storage-suite.mjs';

const suites = { storage: storageSuite, capability: capabilitySuite };
const words = process.argv.slice(2).filter((word) => word !== '--');
const forms = ['--json', '--markdown'];
const form = words.find((word) => forms.includes(word));
const named = words.filter((word) => !forms.includes(word));
const unknown = named.filter((name) => !Object.hasOwn(suites, name));

if (unknown.length > 0) {
  console.error(
    `Unknown suite ${unknown.join(', ')}: choose from ${Object.keys(suites).join(', ')}, or add ${forms.join(' or ')}`,
  );
  process.exit(2);
}

const results = [];
for (const [name, run] of Object.entries(suites)) {
  if (named.length > 0 && !named.includes(name)) continue;
  for (const result of await run()) results.push({ suite: name, ...result });
}

if (form === '--json') {
  const columns = ['suite', 'case', 'subject', 'value', 'unit', 'ratio', 'target', 'met'];
  const rows = results.map((result) => Object.fromEntries(columns.map((column) => [column, result[column]])));
  console.log(JSON.stringify(rows, null, 2));
} else if (form === '--markdown') {
  printMarkdown(results);
} else {
  printTable(results);
}
