import { ArrowLeft, X } from 'lucide-react';
import type { ConsoleState } from '../../protocol/console-state.js';
import { ActivityInspector } from '../activity/activity-inspector.js';
import { CapabilityInspector } from '../capabilities/capability-inspector.js';
import { GenerationGone } from '../capabilities/generation-gone.js';
import { GenerationInspector } from '../capabilities/generation-inspector.js';
import { useConsole } from '../connection/console-context.js';
import { focusSelection } from '../navigation/inspector-focus.js';
import type { Selection } from '../navigation/selection.js';
import { useShortcut } from '../navigation/use-shortcut.js';
import { useSelect, useSelection } from '../navigation/use-view.js';
import { PackageGenerationInspector } from '../packages/package-generation-inspector.js';
import { PackageInspector } from '../packages/package-inspector.js';
import { RunInspector } from '../runs/run-inspector.js';
import { runName } from '../shared/format/run-name.js';
import { Button, IconButton } from '../shared/ui/button.js';
import { CopyButton } from '../shared/ui/copy-button.js';
import { InspectorGone } from '../shared/ui/inspector-notice.js';

/** What is selected, in the same order each time: what it is, its state, why, links, raw. */
export function Inspector() {
  const selection = useSelection();
  if (selection === null) return null;
  return <OpenInspector selection={selection} />;
}

function OpenInspector({ selection }: { selection: Selection }) {
  const select = useSelect();
  const close = (): void => {
    // The keyboard goes on where it came from, before what it stands in is gone.
    focusSelection(document);
    select(null);
  };
  useShortcut('close', close);
  return (
    <aside
      aria-label="Inspector"
      tabIndex={-1}
      className="relative flex w-[380px] shrink-0 flex-col border-l border-line bg-surface outline-none focus-visible:inset-ring-2 focus-visible:inset-ring-accent max-roomy:absolute max-roomy:inset-y-0 max-roomy:right-0 max-roomy:z-20 max-roomy:max-w-[calc(100%-64px)] max-roomy:shadow-float"
    >
      <div className="border-b border-line px-2 py-1 roomy:hidden">
        <Button kind="quiet" icon={ArrowLeft} onClick={close}>
          Back
        </Button>
      </div>
      <div className="absolute top-2.5 right-2.5 z-10 flex max-roomy:top-1">
        <CopyButton isIcon label="Copy link" text={() => window.location.href} />
        <IconButton label="Close inspector" icon={X} onClick={close} />
      </div>
      <div className="flex flex-1 flex-col gap-5 overflow-y-auto px-4 py-3">
        <Selected selection={selection} />
      </div>
    </aside>
  );
}

function Selected({ selection }: { selection: Selection }) {
  const run = useConsole((state) => findRun(state, selection));
  const generation = useConsole((state) => findGeneration(state, selection));
  switch (selection.kind) {
    case 'run':
      return run === undefined ? (
        <InspectorGone kind="Run" title={`Run ${runName(selection.id)}`} />
      ) : (
        <RunInspector key={run.id} run={run} />
      );
    case 'generation':
      return generation === undefined ? (
        <GenerationGone session={selection.session} generation={selection.generation} />
      ) : (
        <GenerationInspector generation={generation} />
      );
    case 'capability':
      return <CapabilityInspector key={selection.id} selection={selection} />;
    case 'package':
      return <PackageInspector key={selection.digest} digest={selection.digest} />;
    case 'package-generation':
      return <PackageGenerationInspector generation={selection.generation} />;
    case 'activity':
      return <ActivityInspector key={selection.sequence} sequence={selection.sequence} />;
  }
}

function findRun(state: ConsoleState, selection: Selection) {
  return selection.kind === 'run' ? state.runs.find((run) => run.id === selection.id) : undefined;
}

function findGeneration(state: ConsoleState, selection: Selection) {
  if (selection.kind !== 'generation') return undefined;
  return state.generations.find(
    (item) => item.session === selection.session && item.generation === selection.generation,
  );
}
