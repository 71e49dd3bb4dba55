import { X } from 'lucide-react';

/** One choice out of a few, and filters that came from elsewhere and can be taken away. */
export function FilterPills<T extends string | undefined>({
  label,
  options,
  value,
  onChange,
  removable = [],
}: {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly removable?: readonly { readonly label: string; readonly onRemove: () => void }[];
}) {
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend */}
      <div role="group" aria-label={label} className="flex gap-1 tiny:flex-wrap">
        {options.map((option) => (
          <button
            key={option.label}
            type="button"
            aria-pressed={option.value === value}
            onClick={() => onChange(option.value)}
            className="h-6 rounded-chip px-2 text-meta font-medium text-muted hover:bg-ink/6 aria-pressed:bg-ink/10 aria-pressed:text-ink"
          >
            {option.label}
          </button>
        ))}
      </div>
      {removable.map((filter) => (
        <button
          key={filter.label}
          type="button"
          aria-label={`Remove the filter ${filter.label}`}
          onClick={filter.onRemove}
          className="inline-flex h-6 items-center gap-1 rounded-chip border border-edge px-2 text-meta font-medium hover:bg-ink/6"
        >
          {filter.label}
          <X aria-hidden size={12} />
        </button>
      ))}
    </div>
  );
}
