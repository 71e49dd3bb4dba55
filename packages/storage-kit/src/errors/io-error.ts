import { isStateStoreError, StateStoreError } from '../errors/state-store-error.js';

/** Runs a step on files; what the operating system throws becomes `io`, with what was tried and the file. */
export async function withIoErrors<Result>(
  action: string,
  file: string,
  step: () => Promise<Result>,
): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    throw ioError(action, file, error);
  }
}

export function ioError(action: string, file: string, cause: unknown): StateStoreError {
  if (isStateStoreError(cause)) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StateStoreError('io', `Could not ${action} ${file}: ${reason}`, { file, cause });
}
