import type { ReactNode } from 'react';
import type { ServerConsent, ServerStart } from '../../protocol/capability-package.js';
import { useConsole } from '../connection/console-context.js';
import {
  type ComparedWord,
  commandLine,
  commandWord,
  comparedVariables,
  comparedWords,
  isChanged,
} from './command-line.js';
import { filledInStart } from './filled-in.js';

/**
 * Exactly what would be started, beside what was allowed before: command line, environment and folder, as the package
 * writes them, and what the host makes of that.
 */
export function ServerCommand({ consent }: { consent: ServerConsent }) {
  const { previous } = consent;
  const filled = filledInStart(
    consent,
    useConsole(({ host }) => host.servers),
  );
  const now = comparedStart(consent, previous ?? consent);
  const then = comparedStart(previous ?? consent, consent);
  const isOther = {
    command: isChanged(now.command, then.command),
    env: isChanged(now.env, then.env),
    cwd: isChanged(now.cwd, then.cwd),
  };
  return (
    <dl className="grid grid-cols-[76px_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-meta">
      {isOther.command && (
        <Line name="was allowed">
          <Words words={then.command} mark={GONE} />
        </Line>
      )}
      <Line name={isOther.command ? 'now starts' : 'starts'}>
        <Words words={now.command} mark={NEW} />
        <Filled from={commandLine(consent.command)} to={commandLine(filled.command)} />
        {previous !== null && !isOther.command && !isOther.env && !isOther.cwd && (
          <p className="text-muted">
            As allowed before, with the same variables and in the same folder; the rest of the package is
            other content.
          </p>
        )}
      </Line>
      {isOther.env && (
        <Line name="was with">
          <Variables words={then.env} mark={GONE} />
        </Line>
      )}
      <Line name={isOther.env ? 'now with' : 'with'}>
        <Variables words={now.env} mark={NEW} />
        <Filled from={variablesLine(consent.env)} to={variablesLine(filled.env)} />
      </Line>
      {isOther.cwd && (
        <Line name="was in">
          <Folder words={then.cwd} mark={GONE} />
        </Line>
      )}
      <Line name={isOther.cwd ? 'now in' : 'in'}>
        <Folder words={now.cwd} mark={NEW} />
        <Filled from={commandLine(folders(consent.cwd))} to={commandLine(folders(filled.cwd))} />
      </Line>
    </dl>
  );
}

const GONE = 'line-through decoration-bad';
const NEW = 'bg-wait-mark/20 text-wait';

/** What a server is started with, with what is not in another start. */
function comparedStart({ command, env, cwd }: ServerStart, other: ServerStart) {
  return {
    command: comparedWords(command, other.command),
    env: comparedVariables(env, other.env),
    cwd: comparedWords(folders(cwd), folders(other.cwd)),
  };
}

function folders(cwd: string | null): readonly string[] {
  return cwd === null ? [] : [cwd];
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

interface Compared {
  readonly words: readonly ComparedWord[];
  /** Of what the other has not. */
  readonly mark: string;
}

function Words({ words, mark }: Compared) {
  return (
    <code className="font-mono break-words">
      {words.map(({ word, isSame }, index) => (
        <span key={index}>
          {index > 0 && ' '}
          <Word text={word} mark={isSame ? '' : `rounded-chip ${mark}`} />
        </span>
      ))}
    </code>
  );
}

function Variables({ words, mark }: Compared) {
  if (words.length === 0) return <span className="text-muted">no variable of its own</span>;
  return (
    <ul>
      {words.map((word) => (
        <li key={word.word}>
          <Words words={[word]} mark={mark} />
        </li>
      ))}
    </ul>
  );
}

function Folder({ words, mark }: Compared) {
  if (words.length === 0) return <span className="text-muted">the folder that the host chooses</span>;
  return <Words words={words} mark={mark} />;
}

/** What the host makes of it, where that is something else. */
function Filled({ from, to }: { readonly from: string; readonly to: string }) {
  if (from === to) return null;
  return (
    <p className="text-muted">
      here: <code className="font-mono wrap-anywhere">{to}</code>
    </p>
  );
}

function variablesLine(env: ServerStart['env']): string {
  return Object.entries(env)
    .map(([name, value]) => `${commandWord(name)}=${commandWord(value)}`)
    .join(' ');
}

/** A word of a command line is not parted at its hyphens; one that is wider than the line is broken where that ends. */
function Word({ text, mark }: { text: string; mark: string }) {
  return <span className={`inline-block max-w-full wrap-anywhere ${mark}`}>{text}</span>;
}
