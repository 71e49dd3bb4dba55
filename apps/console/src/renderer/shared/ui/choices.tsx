import { useId } from 'react';

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly note: string;
}

/** A group of radio buttons as rows, each with what sets it apart at the right. */
export function Choices({
  legend,
  options,
  value,
  empty,
  onChange,
}: {
  readonly legend: string;
  readonly options: readonly Choice[];
  readonly value: string;
  /** Stands where there is nothing to choose. */
  readonly empty: string;
  readonly onChange: (value: string) => void;
}) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="pb-1 font-medium">{legend}</legend>
      {options.length === 0 && <p className="text-muted">{empty}</p>}
      <div className="overflow-hidden rounded-box border border-line">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-[30px] items-center gap-2.5 border-line px-2.5 not-first:border-t hover:bg-ink/4 has-checked:bg-accent/8"
          >
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="accent-accent"
            />
            <span className="min-w-0 truncate">{option.label}</span>
            <span className="ml-auto min-w-0 truncate text-meta text-muted">{option.note}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
