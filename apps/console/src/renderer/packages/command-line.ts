/** A word that every shell reads as it stands; `${NAME}` is a variable that the host fills in. */
const PLAIN = /^[\w@%+=:,./${}~^#-]+$/;

/** One argument as it stands in a command line: quoted where it has to be, and nothing in it that cannot be seen. */
export function commandWord(argument: string): string {
  const visible = argument.replaceAll(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
  if (visible !== '' && PLAIN.test(visible)) return visible;
  return `'${visible.replaceAll("'", String.raw`'\''`)}'`;
}

/** Program and arguments as one line that says exactly where each argument begins and ends. */
export function commandLine(command: readonly string[]): string {
  return command.map(commandWord).join(' ');
}

/** A word of a command line, or a variable, and whether what it is compared with has it likewise. */
export interface ComparedWord {
  readonly word: string;
  readonly isSame: boolean;
}

/** A command line, with what is not in another one: all that lies between their equal beginnings and ends. */
export function comparedWords(command: readonly string[], other: readonly string[]): readonly ComparedWord[] {
  const shorter = Math.min(command.length, other.length);
  let head = 0;
  while (head < shorter && command[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && command.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  return command.map((argument, index) => ({
    word: commandWord(argument),
    isSame: index < head || index >= command.length - tail,
  }));
}

type Variables = Readonly<Record<string, string>>;

/** The variables of an environment, with those that another one has not, or has with another value. */
export function comparedVariables(env: Variables, other: Variables): readonly ComparedWord[] {
  return Object.entries(env).map(([name, value]) => ({
    word: `${commandWord(name)}=${commandWord(value)}`,
    isSame: Object.hasOwn(other, name) && other[name] === value,
  }));
}

/** Whether two things that were compared with each other differ in anything. */
export function isChanged(one: readonly ComparedWord[], other: readonly ComparedWord[]): boolean {
  return one.length !== other.length || !one.every(({ isSame }) => isSame);
}
