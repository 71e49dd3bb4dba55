import { GitCompareArrows, ListTree, RotateCcw } from 'lucide-react';
import type { Generation } from '../../protocol/generation.js';
import { useConsole } from '../connection/console-context.js';
import { useIsLive } from '../connection/use-is-live.js';
import { openDialog } from '../navigation/dialogs.js';
import { useGenerations, useSession } from '../sessions/use-session.js';
import { Button } from '../shared/ui/button.js';
import { generationOptions } from './generation-options.js';
import { republication } from './republication.js';
import { useOpenCatalog } from './use-open-catalog.js';

/** What can be done with a generation: look into it, compare it, publish it again. */
export function GenerationActions({ generation }: { generation: Generation }) {
  const { session, generation: number } = generation;
  const all = useGenerations(session);
  const registry = useConsole((state) => state.registry);
  const { preset, obstacle } = republication(generation, useSession(session), registry);
  const isLive = useIsLive();
  const { openCatalog, openComparison } = useOpenCatalog(session);
  const previous = all.findLast((item) => item.generation < number)?.generation ?? number - 1;
  const others = generationOptions(all, []).filter(({ value }) => Number(value) !== number);
  return (
    <>
      <Button icon={ListTree} onClick={() => openCatalog(number)}>
        Show catalog
      </Button>
      <Button icon={GitCompareArrows} onClick={() => openComparison(Math.max(0, previous), number)}>
        Compare with previous
      </Button>
      {others.length > 0 && (
        <label className="relative inline-flex">
          <span className="sr-only">Compare with</span>
          <select
            value=""
            onChange={(event) => openComparison(Number(event.target.value), number)}
            className="h-7 max-w-44 rounded-box border border-edge bg-surface px-1.5 font-medium hover:bg-ink/5"
          >
            <option value="" disabled>
              Compare with…
            </option>
            {others.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      <Button
        icon={RotateCcw}
        disabled={preset === null || !isLive}
        title={obstacle ?? 'Publishes the same content as the next generation'}
        onClick={() => preset !== null && openDialog({ kind: 'apply-batch', session, preset })}
      >
        Publish again…
      </Button>
      {obstacle !== null && <p className="text-meta text-muted">It cannot be published again. {obstacle}</p>}
    </>
  );
}
