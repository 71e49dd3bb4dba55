/** Lets the process go on when nobody takes what it prints any more: its pages are told the same. */
export function surviveClosedTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
