import { type Command, CommandOutput, checkCommand } from '../kinds/command.js';
import { COMMAND_BYTES_MAX } from '../kinds/limits.js';
import { CapabilityValue } from '../kinds/value.js';
import { oneLine } from '../loop/one-line.js';
import { countsFromOne, expandArguments, type FirstArgument } from './command-arguments.js';
import { type FrontMatter, readOptionalFrontMatter } from './front-matter.js';
import { ItemFields, UnusableItem } from './item-fields.js';
import { MAX_DERIVED_DESCRIPTION_BYTES } from './limits.js';
import { ItemReport, type ReadItem } from './package-item.js';
import { type ItemFile, type PackagedValue, publicNameIn } from './packaged-value.js';
import { noteNoUtf8 } from './text-flaws.js';

const HINT = 'argument-hint';
const KNOWN_FIELDS = ['description', HINT, 'allowed-tools', 'model', 'disable-model-invocation'];
const TEXT_OR_LIST = 'is neither a text nor a list of texts';
/** What other hosts execute before the model reads the text. */
const COMMAND_LINE = /!`[^`]+`|^[ \t]*```!/;

/** Reads one Markdown file as a command whose text, with its arguments put in, is what a model is asked. */
export function readCommandFile(
  file: ItemFile,
  text: string,
  firstArgument: FirstArgument,
): ReadItem<PackagedValue> {
  const { path, digest, packageName } = file;
  // A folder among the commands is a part of their names.
  const name = file.name.replaceAll('/', ':');
  const report = new ItemReport('command', path);
  noteNoUtf8(text, report);
  const matter = readOptionalFrontMatter(text, KNOWN_FIELDS, report);
  const { body, bodyLine, fields } = matter;
  if (body === '') return report.skipped(name, 'There is no text that a model could be asked.', bodyLine);
  try {
    if (file.name.includes(':')) return report.skipped(name, 'The name of its file must not hold a colon.');
    const described = describedCommand(publicNameIn(packageName, name), text, matter, report);
    const execute = (args: string) => CommandOutput.prompt(expandArguments(body, args, firstArgument));
    const checked = checkCommand({ ...described, execute });
    if (checked.type === 'flawed') {
      return report.skipped(name, `It cannot be a command: ${checked.reason}.`);
    }
    noteBody(matter, firstArgument, report);
    const value = CapabilityValue.command(checked.command);
    return report.loaded(name, Object.freeze({ kind: 'command', name, path, digest, fields, value }));
  } catch (error) {
    if (!(error instanceof UnusableItem)) throw error;
    return report.skipped(name, error.message, error.line);
  }
}

/** @throws {UnusableItem} */
function describedCommand(
  name: string,
  text: string,
  matter: FrontMatter,
  report: ItemReport,
): Omit<Command, 'execute'> {
  const fields = new ItemFields(matter, report);
  // Help has a line for each: no package adds others to it.
  const description = onOneLine(fields.text('description') ?? firstWords(matter.body));
  const hint = onOneLine(hintOf(fields, text, matter) ?? '');
  if ((fields.list('allowed-tools') ?? fields.text('allowed-tools', TEXT_OR_LIST)) !== undefined) {
    fields.note('allowed-tools', 'allowed-tools allows nothing here: that is for the policy of the session.');
  }
  if ((fields.text('model') ?? 'inherit') !== 'inherit') {
    fields.note('model', "model has no effect here: the session's model answers.");
  }
  return { name, description, ...(hint === '' ? {} : { usage: `/${name} ${hint}` }) };
}

/** As it is written: `[file] [mode]` is meant to be read by people, whatever it is in YAML. */
function hintOf(fields: ItemFields, text: string, { lines }: FrontMatter): string | undefined {
  const value = fields.value(HINT);
  if (value === null || typeof value === 'string') return fields.text(HINT);
  fields.note(HINT, `${HINT} is no text for YAML; it is taken as it is written.`);
  const line = text.split(/\r\n|\r|\n/)[(lines.get(HINT) ?? 0) - 1] ?? '';
  const written = line.slice(line.indexOf(':') + 1).trim();
  return written === '' ? (fields.list(HINT) ?? []).join(' ') : written;
}

function onOneLine(text: string): string {
  return oneLine(text, COMMAND_BYTES_MAX);
}

function firstWords(body: string): string {
  const [first = ''] = body.split('\n');
  return oneLine(first.replace(/^#+/, '').trim(), MAX_DERIVED_DESCRIPTION_BYTES);
}

function noteBody({ body, bodyLine }: FrontMatter, firstArgument: FirstArgument, report: ItemReport): void {
  for (const [index, line] of body.split('\n').entries()) {
    if (!COMMAND_LINE.test(line)) continue;
    report.note('A command line in the text is not executed; the model reads it as it is.', bodyLine + index);
  }
  const line = firstArgument === 0 ? countsFromOne(body) : null;
  if (line === null) return;
  report.note(
    'It uses $1 and never $0, as if $1 were the first argument; here it is the second.',
    bodyLine + line - 1,
  );
}
