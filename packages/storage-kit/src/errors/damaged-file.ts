import { StateStoreError } from './state-store-error.js';

export function corruptFile(file: string, offset: number, reason: string, cause?: unknown): StateStoreError {
  return new StateStoreError(
    'corrupt',
    `${file} is damaged at byte ${offset}: ${reason}. No file was changed; restore the store from a copy`,
    { file, offset, reason, cause },
  );
}

export function newerFormat(file: string, version: number, supported: number): StateStoreError {
  return new StateStoreError(
    'unsupported-format',
    `${file} has format version ${version} and this program reads up to ${supported}. No file was changed; open it with a newer program`,
    { file, version },
  );
}
