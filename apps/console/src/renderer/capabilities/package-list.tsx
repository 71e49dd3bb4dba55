import { StateWord } from '../shared/ui/state-word.js';
import type { PackageOption } from './package-choice.js';

/** The folders that a batch can be made of, to be ticked. */
export function PackageList({
  options,
  chosen,
  onToggle,
}: {
  readonly options: readonly PackageOption[];
  readonly chosen: readonly string[];
  readonly onToggle: (option: PackageOption) => void;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="pb-1 font-medium">Packages of the new generation</legend>
      {options.length === 0 ? (
        <p className="text-muted">No package folder is known yet: read one below.</p>
      ) : (
        <div className="overflow-hidden rounded-box border border-line">
          {options.map((option) => (
            <label
              key={option.folder}
              className="flex min-h-[34px] items-center gap-2.5 border-line px-2.5 py-1 not-first:border-t hover:bg-ink/4 has-checked:bg-accent/8"
            >
              <input
                type="checkbox"
                checked={chosen.includes(option.folder)}
                disabled={option.problem !== null}
                onChange={() => onToggle(option)}
                className="accent-accent"
              />
              <span className="shrink-0 font-medium">
                {option.name} <span className="font-text text-muted">{option.version}</span>
              </span>
              <span className="min-w-0 truncate font-mono text-meta text-muted" title={option.folder}>
                {option.folder}
              </span>
              <span className="ml-auto shrink-0 text-meta">
                {option.problem !== null && (
                  <span title={option.problem.message}>
                    <StateWord state="refused">{option.problem.code}</StateWord>
                  </span>
                )}
                {option.problem === null && option.isCurrent && <StateWord state="current" />}
              </span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}
