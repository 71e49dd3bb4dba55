import type { PackageVersion } from '../../protocol/capability-package.js';
import { LongName } from '../packages/long-name.js';
import { formatShown } from '../shared/format/quantity.js';
import { StateWord } from '../shared/ui/state-word.js';
import type { PackageOption } from './package-choice.js';

/** The packages that a batch can be made of, to be ticked. */
export function PackageList({
  options,
  gone,
  chosen,
  onToggle,
}: {
  readonly options: readonly PackageOption[];
  /** Packages that the session has now and that cannot be chosen. */
  readonly gone: readonly PackageVersion[];
  readonly chosen: readonly string[];
  readonly onToggle: (name: string) => void;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="pb-1 font-medium">
        Packages of the new generation{' '}
        <span className="font-text text-muted">{formatShown(chosen.length, options.length, false)}</span>
      </legend>
      <div className="max-h-[212px] overflow-y-auto rounded-box border border-line">
        {options.map((option) => (
          <label
            key={option.name}
            className="flex min-h-[30px] items-center gap-2.5 border-line px-2.5 py-1 not-first:border-t hover:bg-ink/4 has-checked:bg-accent/8"
          >
            <input
              type="checkbox"
              checked={chosen.includes(option.name)}
              onChange={() => onToggle(option.name)}
              className="accent-accent"
            />
            <span className="flex min-w-0 gap-1.5 font-medium">
              <LongName name={option.name} />{' '}
              <span className="shrink-0 font-text text-muted">{option.version}</span>
            </span>
            <span className="ml-auto shrink-0 pl-3 text-meta text-muted">
              <Held option={option} />
            </span>
          </label>
        ))}
        {gone.map((item) => (
          <div
            key={item.name}
            className="flex min-h-[30px] items-center gap-2.5 border-line py-1 pr-2.5 pl-8.5 text-muted not-first:border-t"
          >
            <span className="min-w-0 truncate" title={item.name}>
              {item.name} {item.version}
            </span>
            <span className="ml-auto shrink-0 pl-3 text-meta">
              <StateWord state="removed">not in this package generation: it goes</StateWord>
            </span>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

function Held({ option }: { option: PackageOption }) {
  switch (option.held) {
    case 'same':
      return <StateWord state="current">as it is now</StateWord>;
    case 'other':
      return (
        <StateWord state="replaced">
          {option.heldVersion === option.version ? 'now with other content' : `now ${option.heldVersion}`}
        </StateWord>
      );
    case 'none':
      return 'not in it now';
  }
}
