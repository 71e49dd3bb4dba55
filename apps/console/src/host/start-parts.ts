import type { StateStore } from '@changeover/storage-kit';
import { reportOfError } from './errors/report-of-error.js';
import { firstStart } from './first-start.js';
import { pruneTranscripts } from './history/prune-transcripts.js';
import { type Past, transcriptsPruned } from './history/read-past.js';
import type { PackageKeeper } from './packages/package-keeper.js';
import type { PackageSuggestions } from './packages/package-suggestions.js';
import type { RegistryBoard } from './packages/registry-board.js';
import { endLeftoverProcesses } from './processes/end-leftover-processes.js';
import { storedEntry } from './sessions/kept-generation.js';
import { runEntry } from './sessions/run-book.js';
import type { SessionManager } from './sessions/session-manager.js';
import type { SessionServices } from './sessions/session-services.js';

/** What a start works with. */
export interface StartingParts {
  readonly store: StateStore;
  readonly sessions: SessionManager;
  readonly services: SessionServices;
  readonly past: Past;
  readonly suggestions: PackageSuggestions;
  readonly board: RegistryBoard;
  readonly keeper: PackageKeeper;
}

/** Puts down what the death of the last host changed, then publishes what is to be published. Never rejects. */
export async function startParts(parts: StartingParts): Promise<void> {
  const { sessions, services, past, board, keeper } = parts;
  const { audit, ledger, runs } = services;
  const { revived, notes, history } = past;
  for (const run of revived.interruptedRuns) ledger.put(`run/${run.id}`, runEntry(run, runs.count));
  for (const { generation, set, format } of revived.changedGenerations) {
    const name = `generation/${generation.session}/${generation.generation}`;
    ledger.put(name, storedEntry(generation, set, format));
  }
  for (const note of notes) audit.write(note);
  await firstStart(sessions, services, revived.standings);
  const suggested = suggest(parts);
  // First the old servers, then the new ones: they may want the same port or file.
  for (const note of await endLeftoverProcesses(history.processes, ledger)) audit.write(note);
  await sessions.restore();
  // Each session that was open keeps the packages of its generation by now, whether it could be restored or not.
  keeper.collectSoon();
  await forgetOldTranscripts(parts);
  await suggested;
  board.show();
  // A write that failed is shown and printed where it is noticed.
  await ledger.flush().catch(() => undefined);
}

async function suggest({ suggestions, services, sessions, board }: StartingParts): Promise<void> {
  await suggestions.read(services.project.packages, { signal: sessions.stopping });
  board.show();
}

async function forgetOldTranscripts({ store, services, past, sessions }: StartingParts): Promise<void> {
  const { audit, clock, printFailure } = services;
  try {
    const options = { now: clock.now(), signal: sessions.stopping };
    const pruned = await pruneTranscripts(store, past.revived.runs, options);
    if (pruned > 0) audit.write(transcriptsPruned(pruned));
  } catch (error) {
    // They are in nobody's way: the next start tries again.
    printFailure('Old transcripts could not be deleted', reportOfError(error));
  }
}
