import { useMemo, useState } from 'react';
import type { PackageVersion } from '../../protocol/capability-package.js';
import { useConsole } from '../connection/console-context.js';
import type { BatchPreset } from '../navigation/dialogs.js';
import { useGenerations } from '../sessions/use-session.js';
import {
  firstChoice,
  firstGeneration,
  type PackageOption,
  packageOptions,
  packagesThatGo,
  togglePackage,
} from './package-choice.js';
import type { BatchChoice } from './use-batch-preview.js';

/** A batch while it is put together. */
export interface BatchDraft {
  /** Number of the package generation that it takes its packages from; null while none was ever published. */
  readonly packageGeneration: number | null;
  readonly options: readonly PackageOption[];
  /** Packages that the session has and cannot keep. */
  readonly gone: readonly PackageVersion[];
  readonly chosen: readonly string[];
  /** What is to be compared and applied; null for nothing on top of nothing. */
  readonly choice: BatchChoice | null;
  /** True where there is neither a package to choose nor one to take away. */
  readonly isEmpty: boolean;
  readonly chooseGeneration: (generation: number) => void;
  readonly toggle: (name: string) => void;
}

const NOTHING = [] as const;

/** Begins with what the session has now and what was installed since, of the newest package generation, unless a preset says otherwise. */
export function useBatchDraft(session: string, preset: BatchPreset | undefined): BatchDraft {
  const generations = useConsole((state) => state.registry.generations);
  const current = useGenerations(session).findLast((item) => item.state === 'current');
  const held = current?.packages ?? NOTHING;
  const taken = current?.useGeneration ?? null;
  const base = generations.findLast((item) => taken !== null && item.generation <= taken);
  const [asked, setAsked] = useState(() => firstGeneration(generations, preset)?.generation);
  const [ticked, setTicked] = useState<readonly string[] | null>(preset?.packages ?? null);
  const source = generations.find((item) => item.generation === asked) ?? generations.at(-1);
  const options = useMemo(() => (source === undefined ? [] : packageOptions(source, held)), [source, held]);
  const choice = useMemo(() => {
    if (source === undefined) return null;
    const wanted = ticked ?? firstChoice(source, held, base);
    const packages = source.packages.map((item) => item.name).filter((name) => wanted.includes(name));
    if (packages.length === 0 && held.length === 0) return null;
    return { session, packageGeneration: source.generation, packages };
  }, [session, source, ticked, held, base]);
  const chosen = choice?.packages ?? NOTHING;
  return {
    packageGeneration: source?.generation ?? null,
    options,
    gone: source === undefined ? [] : packagesThatGo(source, held),
    chosen,
    choice,
    isEmpty: options.length === 0 && held.length === 0,
    chooseGeneration: setAsked,
    toggle: (name) => setTicked(togglePackage(chosen, name)),
  };
}
