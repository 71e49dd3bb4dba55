import { MAX_PUBLIC_NAME_BYTES } from '../identity/limits.js';
import { textFlaw, utf8Length } from '../identity/text-rules.js';

/** Why a name cannot be that of a capability, or `null`. */
export function publicNameFlaw(name: string): string | null {
  const flaw = textFlaw(name);
  if (flaw !== null) {
    return `its name ${flaw}`;
  }
  return utf8Length(name) > MAX_PUBLIC_NAME_BYTES
    ? `its name takes over ${MAX_PUBLIC_NAME_BYTES} bytes`
    : null;
}
