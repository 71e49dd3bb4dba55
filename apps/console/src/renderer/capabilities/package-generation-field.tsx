import { useId } from 'react';
import type { PackageGeneration } from '../../protocol/capability-package.js';
import { useNow } from '../shared/clock/clock.js';
import { formatMoment } from '../shared/format/moment.js';

const AGE_TICK_MS = 60_000;

/** Chooses the package generation that a batch takes its packages from, the newest first. */
export function PackageGenerationField({
  generations,
  value,
  onChange,
}: {
  readonly generations: readonly PackageGeneration[];
  readonly value: number;
  readonly onChange: (generation: number) => void;
}) {
  const id = useId();
  const now = useNow(AGE_TICK_MS);
  const newest = generations.at(-1)?.generation;
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="shrink-0 font-medium">
        Package generation
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-7 min-w-0 flex-1 truncate rounded-box border border-edge bg-paper px-2"
      >
        {generations.toReversed().map((item) => (
          <option key={item.generation} value={item.generation}>
            {[
              String(item.generation),
              item.generation === newest ? 'in force' : null,
              formatMoment(item.publishedAt, now),
              item.cause,
            ]
              .filter((part) => part !== null && part !== '')
              .join(' · ')}
          </option>
        ))}
      </select>
    </div>
  );
}
