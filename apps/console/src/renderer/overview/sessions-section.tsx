import { Link, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { Batch } from '../../protocol/batch.js';
import { isTerminal } from '../../protocol/run.js';
import { useConsole } from '../connection/console-context.js';
import { useIsLive } from '../connection/use-is-live.js';
import { openDialog } from '../navigation/dialogs.js';
import { NoSession } from '../sessions/no-session.js';
import { Button } from '../shared/ui/button.js';
import { DataCell, DataRow, DataTable } from '../shared/ui/data-table.js';
import { Digest } from '../shared/ui/digest.js';
import { Elapsed } from '../shared/ui/elapsed.js';
import { Moment } from '../shared/ui/moment.js';
import { Section } from '../shared/ui/section.js';
import { StateWord } from '../shared/ui/state-word.js';
import { batchOutcome, STATES } from '../shared/ui/states.js';

const COLUMNS = [
  'Session',
  'State',
  'Generation',
  'Digest',
  'Batch',
  'Capabilities',
  'Live runs',
  'On an old one',
  'Created',
];

/** Each session with the generation that is in force in it. */
export function SessionsSection() {
  const sessions = useConsole((state) => state.sessions);
  const generations = useConsole((state) => state.generations);
  const batches = useConsole((state) => state.batches);
  const runs = useConsole((state) => state.runs);
  const isLive = useIsLive();
  const navigate = useNavigate();
  return (
    <Section
      title="Sessions"
      note={sessions.length === 0 ? undefined : String(sessions.length)}
      actions={
        sessions.length > 0 && (
          <Button icon={Plus} disabled={!isLive} onClick={() => openDialog({ kind: 'create-session' })}>
            New session…
          </Button>
        )
      }
    >
      {sessions.length === 0 ? (
        <NoSession />
      ) : (
        <DataTable label="Sessions" columns={COLUMNS}>
          {[...sessions].reverse().map((session) => {
            const own = generations.filter((item) => item.session === session.id);
            const current = own.findLast((item) => item.state === 'current');
            const pins = own
              .filter((item) => item.state === 'draining')
              .reduce((sum, item) => sum + item.pins, 0);
            const live = runs.filter((run) => run.session === session.id && !isTerminal(run.status)).length;
            const open = (): void =>
              void navigate({ to: '/capabilities/$session', params: { session: session.id } });
            return (
              <DataRow key={session.id} onSelect={open}>
                <DataCell className="max-w-60 truncate font-medium">
                  <Link
                    to="/capabilities/$session"
                    params={{ session: session.id }}
                    title={session.id}
                    className="rounded-chip hover:underline"
                  >
                    {session.id}
                  </Link>
                </DataCell>
                <DataCell>
                  <StateWord state={session.state} />
                </DataCell>
                <DataCell>
                  {session.state === 'closed' ? (
                    <span className="text-muted">generation {session.stamp.generation}</span>
                  ) : (
                    <StateWord state="current">generation {session.stamp.generation}</StateWord>
                  )}
                </DataCell>
                <DataCell>
                  <Digest digest={session.stamp.digest} />
                </DataCell>
                <DataCell>
                  <BatchCell batch={batches.find((item) => item.session === session.id)} />
                </DataCell>
                <DataCell>{current?.capabilityCount ?? '–'}</DataCell>
                <DataCell>{live}</DataCell>
                <DataCell>
                  {pins === 0 ? (
                    <span className="text-muted">–</span>
                  ) : (
                    <StateWord state="pinned">{pins}</StateWord>
                  )}
                </DataCell>
                <DataCell>
                  <Moment at={session.createdAt} />
                </DataCell>
              </DataRow>
            );
          })}
        </DataTable>
      )}
    </Section>
  );
}

/** The newest batch: how far it is, or how it ended. */
function BatchCell({ batch }: { batch: Batch | undefined }) {
  if (batch === undefined) return <span className="text-muted">–</span>;
  const state = batchOutcome(batch);
  const { word } = STATES[state];
  return (
    <StateWord state={state}>
      {batch.endedAt === null ? (
        <>
          {word} {batch.target.generation}, <Elapsed since={batch.startedAt} />
        </>
      ) : (
        word
      )}
    </StateWord>
  );
}
