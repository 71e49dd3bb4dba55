import { PackageError } from './package-error.js';
import type { RegistryCore } from './registry-core.js';
import { putRecord } from './store/put-record.js';
import { READER_VERSION, receiptOf } from './store/receipt.js';
import type { Receipt } from './store/record-schemas.js';
import { readIntactContent } from './store/stored-content.js';

/**
 * Reads stored versions again whose receipts another version of the reader wrote: what they bring is what today's
 * reader finds. Content that is damaged, or that today's reader refuses, keeps its receipt; a snapshot says why.
 */
export async function refreshReceipts(core: RegistryCore, signal: AbortSignal): Promise<void> {
  const older = core.state.receipts().filter(({ reader }) => reader !== READER_VERSION);
  for (const receipt of older) {
    const refreshed = await readAgain(core, receipt, signal);
    if (refreshed === null) continue;
    const place = { path: core.paths.receiptOf(receipt.digest), written: () => core.step('receipt-written') };
    await putRecord(core.paths, place, refreshed);
    core.step('receipt-placed');
    core.state.setReceipt(refreshed);
  }
}

async function readAgain(core: RegistryCore, receipt: Receipt, signal: AbortSignal): Promise<Receipt | null> {
  const { variables, firstArgument } = core.settings;
  try {
    const root = core.paths.contentOf(receipt.digest);
    return receiptOf(await readIntactContent(root, receipt, { signal, variables, firstArgument }), receipt);
  } catch (error) {
    if (error instanceof PackageError && error.code !== 'cancelled') return null;
    throw error;
  }
}
