import { Link } from '@tanstack/react-router';
import type { Activity } from '../../protocol/activity.js';
import { useConsole } from '../connection/console-context.js';
import { HostError } from '../connection/host-error.js';
import { SelectLink } from '../navigation/select-link.js';
import { formatDuration } from '../shared/format/duration.js';
import { CopyButton } from '../shared/ui/copy-button.js';
import { Fact, Facts } from '../shared/ui/facts.js';
import { InspectorGone, InspectorLoading } from '../shared/ui/inspector-notice.js';
import { InspectorSheet } from '../shared/ui/inspector-sheet.js';
import { Moment } from '../shared/ui/moment.js';
import { ScrollText } from '../shared/ui/scroll-text.js';
import { StateChip } from '../shared/ui/state-chip.js';
import { activityState } from './activity-state.js';
import { jsonLines } from './json-lines.js';
import { type TargetLink, targetLinks } from './target-links.js';
import { useActivityLine } from './use-activity-line.js';

const KIND = 'Line of the audit log';

/** One line of the audit log in full. */
export function ActivityInspector({ sequence }: { sequence: number }) {
  const found = useActivityLine(sequence);
  switch (found.phase) {
    case 'found':
      return <ActivitySheet line={found.line} />;
    case 'reading':
      return <InspectorLoading kind={KIND} title={`Line ${sequence}`} />;
    case 'gone':
      return (
        <InspectorGone kind={KIND} title={`Line ${sequence}`}>
          The audit log has no such line: it was never written, or it was deleted for its age.
        </InspectorGone>
      );
    case 'failed':
      return (
        <>
          <InspectorGone kind={KIND} title={`Line ${sequence}`}>
            It could not be read.
          </InspectorGone>
          <HostError error={found.error} />
        </>
      );
  }
}

function ActivitySheet({ line }: { line: Activity }) {
  const state = useConsole((all) => all);
  const links = targetLinks(line, state);
  return (
    <InspectorSheet
      kind={KIND}
      title={line.command}
      chips={<StateChip state={activityState(line)} />}
      actions={<CopyButton kind="plain" label="Copy as JSON" text={() => jsonLines([line])} />}
      what={
        <Facts>
          <Fact name="line">{line.sequence}</Fact>
          <Fact name="command">
            <code className="font-mono text-meta">{line.command}</code>
          </Fact>
          <Fact name="target">
            <span className="flex items-start gap-1">
              <code className="min-w-0 font-mono text-meta wrap-anywhere">{line.target}</code>
              <CopyButton isIcon label="Copy target" text={line.target} className="-my-1 size-6" />
            </span>
          </Fact>
          <Fact name="who">{line.actor}</Fact>
        </Facts>
      }
      state={
        <Facts>
          <Fact name="at">
            <Moment at={line.at} hasAge />
          </Fact>
          {line.durationMs !== null && <Fact name="took">{formatDuration(line.durationMs)}</Fact>}
        </Facts>
      }
      why={
        line.reason === null && line.detail === null ? null : (
          <>
            {line.reason !== null && <ScrollText>{`“${line.reason}”`}</ScrollText>}
            {line.detail !== null && <ScrollText>{line.detail}</ScrollText>}
          </>
        )
      }
      links={
        links.length === 0 ? null : (
          <ul className="flex flex-col gap-1">
            {links.map((link) => (
              <li key={link.kind === 'session' ? link.session : link.label} className="wrap-anywhere">
                <Target link={link} />
              </li>
            ))}
          </ul>
        )
      }
      raw={line}
    />
  );
}

function Target({ link }: { link: TargetLink }) {
  if (link.kind === 'selection') return <SelectLink selection={link.selection}>{link.label}</SelectLink>;
  return (
    <Link
      to="/capabilities/$session"
      params={{ session: link.session }}
      className="rounded-chip hover:underline"
    >
      session {link.session}
    </Link>
  );
}
