import { REASON_MAX_LENGTH } from '../../protocol/limits.js';

/** Why something is done, in the foot of the dialog that does it; goes into the audit log. */
export function ReasonField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <input
      aria-label="Reason"
      placeholder="Reason (optional)"
      title="Goes into the activity log"
      value={value}
      maxLength={REASON_MAX_LENGTH}
      onChange={(event) => onChange(event.target.value)}
      className="h-7 w-60 min-w-0 shrink rounded-box border border-edge bg-paper px-2.5 placeholder:text-muted"
    />
  );
}

/** As it is sent: nothing where nothing was typed. */
export function reasonOf(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
}
