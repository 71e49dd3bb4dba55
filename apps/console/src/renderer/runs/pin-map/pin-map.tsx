import { Link } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import type { Generation } from '../../../protocol/generation.js';
import { useConsole } from '../../connection/console-context.js';
import { formatSelection } from '../../navigation/selection.js';
import { useView } from '../../navigation/use-view.js';
import { formatCount, formatPlural } from '../../shared/format/quantity.js';
import { useWidth } from '../../shared/ui/use-width.js';
import type { RunRow } from '../run-row.js';
import { GenerationBox } from './generation-box.js';
import { RUNS_PER_GENERATION } from './limits.js';
import { PinBox } from './pin-box.js';
import { type PinLine, pinMapGeometry } from './pin-map-geometry.js';

const INITIAL_WIDTH_PX = 960;
const PADDING_PX = 16;

const STROKES: Record<Generation['state'], string> = {
  current: 'stroke-ok',
  draining: 'stroke-pin',
  retired: 'stroke-closed',
};

/** Live runs at the left, what they hold at the right, a line for each pin. The table of runs is its twin. */
export function PinMap({ rows }: { rows: readonly RunRow[] }) {
  const generations = useConsole((state) => state.generations);
  const { select } = useView();
  const box = useRef<HTMLElement>(null);
  const width = useWidth(box, INITIAL_WIDTH_PX) - 2 * PADDING_PX;
  const map = useMemo(
    () =>
      pinMapGeometry(
        rows.map((row) => row.run),
        generations,
        width,
      ),
    [rows, generations, width],
  );
  return (
    <section
      ref={box}
      aria-label="Pin map"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="min-h-0 overflow-auto rounded-box border border-line bg-surface"
    >
      <div className="relative" style={{ margin: PADDING_PX, height: map.height, width: map.width }}>
        <svg aria-hidden width={map.width} height={map.height} className="absolute inset-0">
          {map.lines.map((line) => (
            <PinPath key={line.key} line={line} isSelected={isSelected(line, select)} />
          ))}
        </svg>
        {map.sessions.map(({ session, y, generations: nodes }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
          <div key={session} role="group" aria-label={`Session ${session}`}>
            <Link
              to="/capabilities/$session"
              params={{ session }}
              style={{ top: y }}
              className="absolute left-0 max-w-full truncate rounded-chip font-strong hover:underline"
            >
              {session}
            </Link>
            {nodes.map((node) => (
              <div key={node.key} className="contents">
                {node.nodes.map((pin) => (
                  <PinBox
                    key={pin.key}
                    pin={pin}
                    generation={node.generation}
                    isSelected={pin.runs.some(
                      (run) => formatSelection({ kind: 'run', id: run.id }) === select,
                    )}
                  />
                ))}
                <GenerationBox node={node} />
              </div>
            ))}
          </div>
        ))}
      </div>
      {(map.groupedCount > 0 || map.leftOut > 0) && (
        <p className="sticky bottom-0 border-t border-line bg-surface px-4 py-1.5 text-meta text-muted">
          {map.groupedCount > 0 &&
            `Of each generation the ${RUNS_PER_GENERATION - 1} oldest runs are drawn one by one; ${formatCount(map.groupedCount)} of ${formatPlural(map.runCount, 'run')} are drawn together. `}
          {map.leftOut > 0 && `${formatPlural(map.leftOut, 'more generation')} only the table shows.`}
        </p>
      )}
    </section>
  );
}

function PinPath({ line, isSelected: isChosen }: { line: PinLine; isSelected: boolean }) {
  const weight = line.count > 1 ? 4 : 1.5;
  return (
    <path
      d={line.path}
      fill="none"
      strokeWidth={isChosen ? weight + 1.5 : weight}
      className={`${STROKES[line.generation.state]} ${isChosen ? '' : 'opacity-70'}`}
    />
  );
}

function isSelected({ node, generation }: PinLine, select: string | undefined): boolean {
  return (
    formatSelection(selectionOf(generation)) === select ||
    node.runs.some((run) => formatSelection({ kind: 'run', id: run.id }) === select)
  );
}

function selectionOf({ session, generation }: Generation) {
  return { kind: 'generation', session, generation } as const;
}
