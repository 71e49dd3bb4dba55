/** One out of a list, small, with its name in front. */
export function Pick({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}) {
  return (
    <label className="inline-flex min-w-0 items-center gap-1.5 text-meta">
      <span className="whitespace-nowrap text-muted">{label}</span>
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-7 max-w-48 min-w-0 rounded-box border border-edge bg-surface px-1.5 text-base font-medium hover:bg-ink/5"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
