import { REASON_MAX_LENGTH } from '../../protocol/limits.js';
import { TextField } from '../shared/ui/field.js';

/** Why something is done; goes into the audit log. */
export function ReasonField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label="Reason"
      hint="optional; goes into the activity log"
      value={value}
      maxLength={REASON_MAX_LENGTH}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** As it is sent: nothing where nothing was typed. */
export function reasonOf(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
}
