import { formatDuration } from '../shared/format/duration.js';
import { formatMinute } from '../shared/format/moment.js';
import { formatPlural } from '../shared/format/quantity.js';
import { STATES, type StateName } from '../shared/ui/states.js';
import type { Band, Reel } from './reel-model.js';
import { ReelPart } from './reel-part.js';

const FILLS = {
  current: { bold: 'fill-ok/16', thin: 'fill-ok/16', edge: 'fill-ok', word: 'fill-ok' },
  draining: { bold: 'fill-pin/16', thin: 'fill-pin/10', edge: 'fill-pin', word: 'fill-pin' },
  retired: { bold: 'fill-muted/12', thin: 'fill-muted/5', edge: 'fill-muted/60', word: 'fill-muted' },
} as const;

/** How much thinner a band is while it drains. */
const THIN_INSET_PX = 7;
const LABEL_X = 34;

/** A generation: bold while it is current, thin while runs still hold it, closed where it retired. */
export function ReelBand({
  band,
  plot,
  now,
  isSelected,
}: {
  readonly band: Band;
  readonly plot: Reel['plot'];
  readonly now: number;
  readonly isSelected: boolean;
}) {
  const { generation, y, height } = band;
  const fills = FILLS[generation.state];
  const state: StateName = generation.state;
  const note = bandNote(band, now);
  const isTall = note !== null && height >= 38;
  return (
    <ReelPart
      label={[`Generation ${generation.generation}`, STATES[state].word, note].filter(Boolean).join(', ')}
      selection={{ kind: 'generation', session: generation.session, generation: generation.generation }}
      isSelected={isSelected}
    >
      <rect
        x={8}
        y={y - 3}
        width={plot.x1 - 8}
        height={height + 6}
        rx={4}
        className="fill-transparent stroke-transparent group-hover:fill-ink/3 group-focus-visible:stroke-accent group-aria-pressed:fill-accent/8"
        strokeWidth={2}
      />
      <text x={LABEL_X - 10} y={y + 16} textAnchor="end" className="fill-ink text-base font-strong">
        {generation.generation}
      </text>
      <text x={LABEL_X} y={y + 16} className={`font-medium ${fills.word}`}>
        {STATES[state].word}
      </text>
      {isTall && (
        <text x={LABEL_X} y={y + 32} className="fill-muted text-label">
          {note}
        </text>
      )}
      <rect
        x={band.x0}
        y={y}
        width={Math.max(2, band.currentX1 - band.x0)}
        height={height}
        className={fills.bold}
      />
      {band.x1 > band.currentX1 && (
        <rect
          x={band.currentX1}
          y={y + THIN_INSET_PX}
          width={band.x1 - band.currentX1}
          height={height - 2 * THIN_INSET_PX}
          className={fills.thin}
        />
      )}
      {!band.isCut && <rect x={band.x0 - 0.75} y={y} width={1.5} height={height} className={fills.edge} />}
      {generation.state === 'retired' && (
        <rect x={band.x1 - 0.75} y={y + 4} width={1.5} height={height - 8} className={fills.edge} />
      )}
      {band.hiddenThreads > 0 && (
        <text x={plot.x1 + 8} y={y + height - 4} className="fill-muted text-label">
          +{band.hiddenThreads} more
        </text>
      )}
    </ReelPart>
  );
}

/** Since when it is in force; or how many runs still hold it, and since when the oldest of them. */
function bandNote({ generation, threads }: Band, now: number): string | null {
  switch (generation.state) {
    case 'current':
      return `since ${formatMinute(generation.publishedAt, now)}`;
    case 'draining': {
      const held = threads.filter((thread) => thread.isLive).map((thread) => thread.run.admittedAt);
      const pins = formatPlural(generation.pins, 'pin');
      return held.length === 0 ? pins : `${pins} · ${formatDuration(now - Math.min(...held))}`;
    }
    case 'retired':
      return null;
  }
}
