import { useCallback, useMemo, useState } from 'react';
import type { RegistryPlan, ServerConsent, StoredPackage } from '../../protocol/capability-package.js';
import { useClient } from '../connection/console-context.js';
import { type Command, useCommand } from '../connection/use-command.js';
import { reasonOf } from './reason-field.js';
import { usePlan } from './use-plan.js';
import { useStored } from './use-stored.js';

/** What was chosen to be put in force. `isOwn`: this dialog stored it, so it forgets it when nothing comes of it. */
interface Chosen {
  readonly digest: string;
  readonly isOwn: boolean;
  /** As the host answered, until its state has it. */
  readonly answered: StoredPackage | null;
}

/** One installation from the choice of a folder to the package generation that has it. */
export interface Installation {
  /** What is to be put in force; null while that is still to be chosen. */
  readonly stored: StoredPackage | null;
  /** False where the content had been stored before. */
  readonly isNew: boolean;
  readonly plan: RegistryPlan | null;
  readonly isFresh: boolean;
  /** Decisions that are made here and stored when it is put in force. */
  readonly decisions: ReadonlyMap<string, 'allowed' | 'refused'>;
  /** Number of the package generation that has it; null before. */
  readonly generation: number | null;
  readonly storing: Command<'package.store'>;
  readonly planning: Command<'package.plan'>;
  readonly applying: Command<'package.apply'>;
  readonly deciding: Command<'package.decide'>;
  readonly store: (folder: string) => Promise<void>;
  readonly decide: (consent: ServerConsent, decision: 'allowed' | 'refused') => void;
  /** Why it is done, as it is typed. */
  readonly reason: string;
  readonly setReason: (reason: string) => void;
  readonly apply: () => Promise<void>;
  /** Gives up what was chosen; what this dialog stored is forgotten. */
  readonly giveUp: () => void;
}

export function useInstallation(digest: string | null): Installation {
  const client = useClient();
  const [chosen, setChosen] = useState<Chosen | null>(
    digest === null ? null : { digest, isOwn: false, answered: null },
  );
  const [decisions, setDecisions] = useState<Installation['decisions']>(new Map());
  const [typed, setTyped] = useState('');
  const [generation, setGeneration] = useState<number | null>(null);
  const storing = useCommand('package.store');
  const applying = useCommand('package.apply');
  const deciding = useCommand('package.decide');
  const known = useStored(chosen?.digest ?? null);
  const isDone = generation !== null;
  const change = useMemo(
    () => (chosen === null || isDone ? null : { add: [chosen.digest], remove: [] }),
    [chosen, isDone],
  );
  const { plan, isFresh, command: planning } = usePlan(change);

  const store = async (folder: string): Promise<void> => {
    const answer = await storing.run({ folder });
    if (answer === null) return;
    setChosen({ digest: answer.package.digest, isOwn: answer.isNew, answered: answer.package });
  };
  const apply = async (): Promise<void> => {
    if (chosen === null || plan === null) return;
    const reason = reasonOf(typed);
    const made = await applying.run({ add: [chosen.digest], remove: [], base: plan.base, reason });
    if (made === null) return;
    setGeneration(made.generation);
    for (const consent of plan.undecided) {
      const decision = decisions.get(consentKey(consent));
      if (decision === undefined) continue;
      const { server, package: of } = consent;
      const done = await deciding.run({ digest: of.digest, server, decision, reason });
      if (done === null) return;
    }
  };
  const { cancel: cancelStoring } = storing;
  const isApplying = applying.since !== null;
  const giveUp = useCallback(() => {
    cancelStoring();
    if (chosen?.isOwn === true && !isDone && !isApplying) {
      // The table still shows the version where this is refused, and offers to delete it.
      client
        .request('package.forget', { digest: chosen.digest, reason: 'its installation was given up' })
        .catch(() => undefined);
    }
    setChosen(null);
    setDecisions(new Map());
  }, [client, chosen, isDone, isApplying, cancelStoring]);

  return {
    stored: known ?? chosen?.answered ?? null,
    isNew: chosen?.isOwn ?? false,
    plan,
    isFresh,
    decisions,
    generation,
    storing,
    planning,
    applying,
    deciding,
    store,
    decide: (consent, decision) =>
      setDecisions((before) => new Map(before).set(consentKey(consent), decision)),
    reason: typed,
    setReason: setTyped,
    apply,
    giveUp,
  };
}

export function consentKey(consent: ServerConsent): string {
  return `${consent.package.digest} ${consent.server}`;
}
