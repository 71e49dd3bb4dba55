import type { PreparedTransaction } from './prepared-transaction.js';
import type { StagedTransaction } from './staged-transaction.js';
import type { ValidatedTransaction } from './validated-transaction.js';

/** The next generation on its way. Each state is a type of its own, so that only what was validated can be committed. */
export type CapabilityTransaction = StagedTransaction | PreparedTransaction | ValidatedTransaction;
