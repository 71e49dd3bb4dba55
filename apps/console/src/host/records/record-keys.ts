import { type StateKey, stateKey } from '@changeover/storage-kit';

/** The namespace of all that the host keeps. */
export const CONSOLE_NAMESPACE = 'console';

const NUMBER_DIGITS = 20;

/** Keys of the host's records; numbers are padded so that keys sort like them. */
export const recordKey = {
  format: (): StateKey => inConsole('format'),
  written: (): StateKey => inConsole('written'),
  session: (id: string): StateKey => inConsole(`${recordPrefix.sessions}${id}`),
  generation: (session: string, generation: number): StateKey =>
    inConsole(`${recordPrefix.generations}${session}/${padded(generation)}`),
  batch: (session: string): StateKey => inConsole(`${recordPrefix.batches}${session}`),
  run: (session: string, id: string): StateKey => inConsole(`${recordPrefix.runs}${session}/${id}`),
  transcript: (run: string, sequence: number): StateKey =>
    inConsole(`${recordPrefix.transcriptOf(run)}${padded(sequence)}`),
  audit: (sequence: number): StateKey => inConsole(`${recordPrefix.audit}${padded(sequence)}`),
  process: (pid: number): StateKey => inConsole(`${recordPrefix.processes}${pid}`),
  /** Package folders that an operator had named; only format 1 had it. */
  folders: (): StateKey => inConsole('folders'),
} as const;

/** What the keys of one sort of record begin with. */
export const recordPrefix = {
  sessions: 'session/',
  generations: 'generation/',
  batches: 'batch/',
  runs: 'run/',
  transcriptOf: (run: string): string => `transcript/${run}/`,
  audit: 'audit/',
  processes: 'process/',
} as const;

/** The number at the end of a key. */
export function numberOfKey({ key }: StateKey): number {
  return Number(key.slice(key.lastIndexOf('/') + 1));
}

function padded(value: number): string {
  return String(value).padStart(NUMBER_DIGITS, '0');
}

function inConsole(key: string): StateKey {
  return stateKey(CONSOLE_NAMESPACE, key);
}
