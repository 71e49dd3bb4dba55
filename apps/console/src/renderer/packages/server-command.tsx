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
        {isChanged ? (
          <Words words={comparedWords(command, previousCommand)} mark="bg-wait-mark/20 text-wait" />
        ) : (
          <code className="font-mono break-words">{commandLine(command)}</code>
        )}
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
          {isSame ? word : <span className={`rounded-chip ${mark}`}>{word}</span>}
        </span>
      ))}
    </code>
  );
}
