import type { ReactNode } from 'react';
import type { ServerConsent } from '../../protocol/capability-package.js';
import { type ComparedWord, commandLine, commandWord, comparedWords } from './command-line.js';

/** Exactly what would be started: its command line beside the one that was allowed before, environment and folder. */
export function ServerCommand({ consent }: { consent: ServerConsent }) {
  const { command, previousCommand, cwd } = consent;
  const env = Object.entries(consent.env);
  const isChanged = previousCommand !== null && commandLine(previousCommand) !== commandLine(command);
  return (
    <dl className="grid grid-cols-[76px_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-meta">
      {isChanged && (
        <Line name="was allowed">
          <Words words={comparedWords(previousCommand, command)} mark="line-through decoration-bad" />
        </Line>
      )}
      <Line name={isChanged ? 'now starts' : 'starts'}>
        <Words words={comparedWords(command, previousCommand ?? command)} mark="bg-wait-mark/20 text-wait" />
        {previousCommand !== null && !isChanged && (
          <p className="text-muted">As allowed before, but the content of the package is another now.</p>
        )}
      </Line>
      <Line name="with">
        {env.length === 0 ? (
          <span className="text-muted">no variable of its own</span>
        ) : (
          <ul>
            {env.map(([name, value]) => (
              <li key={name}>
                <code className="font-mono break-words">
                  {commandWord(name)}={commandWord(value)}
                </code>
              </li>
            ))}
          </ul>
        )}
      </Line>
      <Line name="in">
        {cwd === null ? (
          <span className="text-muted">the folder that the host chooses</span>
        ) : (
          <code className="font-mono break-words">{commandWord(cwd)}</code>
        )}
      </Line>
    </dl>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function Words({ words, mark }: { words: readonly ComparedWord[]; mark: string }) {
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

/** A word of a command line is not parted at its hyphens; one that is wider than the line is broken where that ends. */
function Word({ text, mark }: { text: string; mark: string }) {
  return <span className={`inline-block max-w-full wrap-anywhere ${mark}`}>{text}</span>;
}
