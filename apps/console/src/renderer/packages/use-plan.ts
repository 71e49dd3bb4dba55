import { useEffect, useState } from 'react';
import type { Registry, RegistryPlan } from '../../protocol/capability-package.js';
import { useConsole } from '../connection/console-context.js';
import { type Command, useCommand } from '../connection/use-command.js';
import { useIsLive } from '../connection/use-is-live.js';

/** Versions to put in force and packages to take away. Another object is another change. */
export interface PackageChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

export interface Planned {
  /** Null until the host has planned it. */
  readonly plan: RegistryPlan | null;
  /** False while it is planned again, because something was installed or decided meanwhile. */
  readonly isFresh: boolean;
  readonly command: Command<'package.plan'>;
}

interface Known {
  readonly change: PackageChange;
  readonly registry: Registry;
  readonly plan: RegistryPlan;
}

/** What a change of the packages in force would do; null for no change. */
export function usePlan(change: PackageChange | null): Planned {
  const command = useCommand('package.plan');
  const registry = useConsole((state) => state.registry);
  const isLive = useIsLive();
  const [known, setKnown] = useState<Known | null>(null);
  const { run } = command;
  useEffect(() => {
    if (change === null || !isLive) return;
    let isAsked = true;
    void run({ add: [...change.add], remove: [...change.remove] }).then((plan) => {
      if (isAsked) setKnown(plan === null ? null : { change, registry, plan });
    });
    return () => {
      isAsked = false;
    };
  }, [run, change, registry, isLive]);
  const shown = known?.change === change ? known : null;
  return { plan: shown?.plan ?? null, isFresh: shown?.registry === registry, command };
}
