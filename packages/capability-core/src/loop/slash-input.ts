/** A command as a person wrote it. */
export interface SlashInput {
  /** Empty when nothing stands right behind the slash. */
  readonly name: string;
  readonly args: string;
}

/** Reads `/name and its arguments`. @returns `null` for a text that does not begin with a slash */
export function parseSlashInput(text: string): SlashInput | null {
  const match = /^\/(\S*)([\s\S]*)$/u.exec(text.trim());
  return match === null ? null : { name: match[1] ?? '', args: (match[2] ?? '').trim() };
}
