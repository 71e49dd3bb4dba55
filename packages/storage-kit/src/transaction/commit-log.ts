import type { StateStoreStats } from '../contract/state-store-stats.js';
import type { CommitGroup } from './commit-group.js';

/** What makes commits durable. A table without one forgets everything when it is closed. */
export interface CommitLog {
  /** Resolves when writers that are about to commit have had their turn to join the group. */
  gather(): Promise<void>;
  /** Resolves when the group is durable. When it rejects, nothing more may be appended. */
  append(group: CommitGroup): Promise<void>;
  /** Called after each applied group, with none under way. When it rejects, nothing more may be appended. */
  groupApplied(): Promise<void>;
  stats(): Pick<StateStoreStats, 'journalBytes' | 'checkpoints' | 'recovery' | 'checkpointFailure'>;
  /** @param sound - false when an append failed: then only releases what is held. */
  close(sound: boolean): Promise<void>;
}
