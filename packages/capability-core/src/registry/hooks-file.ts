import { cutText } from '../loop/cut-text.js';
import { isJsonMap, parseJsonFile } from './json-file.js';
import { MAX_SHOWN_COMMAND_BYTES } from './limits.js';
import { ItemReport, type ReadItem } from './package-item.js';

/** What of a hook says what it would do, by the kinds of hooks and by the hosts that they are written for. */
const WHAT_IT_DOES = ['command', 'bash', 'powershell', 'url', 'prompt', 'agent', 'tool'];
/** Fields that are there only in files for hosts other than Claude Code; their events begin with a small letter. */
const OTHER_DIALECT: ReadonlySet<string> = new Set(['bash', 'powershell', 'timeoutSec']);
/** Seconds beyond which a timeout is more likely to be meant in milliseconds. */
const LIKELY_SECONDS = 600;

type JsonMap = Readonly<Record<string, unknown>>;

/** Reads a file of hooks for the receipt alone: each is named with what it would do, and none is ever run. */
export function readHooksFile(path: string, text: string): readonly ReadItem<never>[] {
  const json = parseJsonFile(text);
  if (!json.ok) {
    return [new ItemReport('hook', path).skipped(path, `It is no JSON: ${json.reason}.`, json.line)];
  }
  return readHooks(path, json.value);
}

/** Reads parsed hooks: a map of events, or one inside `hooks`. */
export function readHooks(path: string, value: unknown): readonly ReadItem<never>[] {
  const events = isJsonMap(value) && Object.hasOwn(value, 'hooks') ? value['hooks'] : value;
  if (!isJsonMap(events)) {
    return [new ItemReport('hook', path).skipped(path, 'It is no map of events to hooks.')];
  }
  return Object.entries(events).flatMap(([event, groups]) => hooksOfEvent(path, event, groups));
}

function hooksOfEvent(path: string, event: string, groups: unknown): readonly ReadItem<never>[] {
  if (!Array.isArray(groups)) {
    return [new ItemReport('hook', path).skipped(event, `What ${event} has is no list of hooks.`)];
  }
  const hooks = groups.flatMap((group: unknown) => hooksOfGroup(group));
  return hooks.map(({ hook, matcher }, index) =>
    describedHook(new ItemReport('hook', path), { event, name: `${event} ${index + 1}`, hook, matcher }),
  );
}

interface FoundHook {
  readonly hook: unknown;
  readonly matcher: unknown;
}

/** Other hosts have hooks where this one has groups of them. */
function hooksOfGroup(group: unknown): readonly FoundHook[] {
  if (!isJsonMap(group)) return [{ hook: group, matcher: undefined }];
  const { matcher, hooks } = group;
  return Array.isArray(hooks)
    ? hooks.map((hook: unknown) => ({ hook, matcher }))
    : [{ hook: group, matcher }];
}

function describedHook(
  report: ItemReport,
  { event, name, hook, matcher }: FoundHook & { readonly event: string; readonly name: string },
): ReadItem<never> {
  if (!isJsonMap(hook)) return report.skipped(name, 'It is no hook.');
  if (/^[a-z]/.test(event) || Object.keys(hook).some((field) => OTHER_DIALECT.has(field))) {
    report.note('It is written for another host.');
  }
  const { timeout } = hook;
  if (typeof timeout === 'number' && timeout > LIKELY_SECONDS) {
    report.note(`Its timeout of ${timeout} counts seconds; that looks like milliseconds.`);
  }
  const which = matcher === undefined || matcher === '' ? '' : `, matching ${JSON.stringify(matcher)}`;
  return report.skipped(name, `Hooks are not run. On ${event}${which}: ${whatItDoes(hook)}`);
}

function whatItDoes(hook: JsonMap): string {
  const type = typeof hook['type'] === 'string' ? hook['type'] : 'command';
  const texts = WHAT_IT_DOES.flatMap((field) => (typeof hook[field] === 'string' ? [hook[field]] : []));
  const args = Array.isArray(hook['args']) ? hook['args'].map((arg) => JSON.stringify(arg)) : [];
  return cutText([type, [...texts, ...args].join(' ')].join(' '), MAX_SHOWN_COMMAND_BYTES);
}
