import { ScrollText } from 'lucide-react';
import type { ConsoleState } from '../../protocol/console-state.js';
import { SCREENS } from '../app/screens.js';
import { formatSelection, type Selection } from '../navigation/selection.js';
import { runName } from '../shared/format/run-name.js';
import { runState, STATES } from '../shared/ui/states.js';
import type { PaletteItem, PalettePlace } from './palette-item.js';

/** Everything in view that can be gone to, the newest first. */
export function placeItems(state: ConsoleState): readonly PaletteItem[] {
  return [
    ...screenItems(),
    ...sessionItems(state),
    ...runItems(state),
    ...generationItems(state),
    ...packageItems(state),
  ];
}

function screenItems(): readonly PaletteItem[] {
  return SCREENS.map((screen) => ({
    id: `screen ${screen.path}`,
    group: 'Screens',
    title: screen.title,
    note: '',
    icon: screen.icon,
    shortcut: screen.shortcut,
    action: { do: 'go', to: { path: screen.path } },
  }));
}

function sessionItems({ sessions }: ConsoleState): readonly PaletteItem[] {
  return [...sessions].reverse().map((session) => ({
    id: `session ${session.id}`,
    group: 'Sessions',
    title: session.id,
    note: `${STATES[session.state].word}, generation ${session.stamp.generation}`,
    icon: null,
    state: session.state,
    action: { do: 'go', to: { path: `/capabilities/${session.id}` } },
  }));
}

/** Each run as it is among the others, and as the steps that it took. */
function runItems({ runs }: ConsoleState): readonly PaletteItem[] {
  const shown = runs.map((run): PaletteItem => {
    const state = runState(run);
    const held = run.generation !== null && `generation ${run.generation}`;
    return {
      id: `run ${run.id}`,
      group: 'Runs',
      title: `Run ${runName(run.id)}`,
      note: [STATES[state].word, run.session, held].filter(Boolean).join(', '),
      keywords: `${run.id} ${run.prompt}`,
      icon: null,
      state,
      action: { do: 'go', to: selectedOn('/runs', { kind: 'run', id: run.id }) },
    };
  });
  const read = runs.map(
    (run): PaletteItem => ({
      id: `transcript ${run.id}`,
      group: 'Runs',
      title: `Transcript of run ${runName(run.id)}`,
      note: run.session,
      keywords: `${run.id} ${run.prompt}`,
      icon: ScrollText,
      action: { do: 'go', to: { path: `/runs/${run.session}/${encodeURIComponent(run.id)}` } },
    }),
  );
  return [...shown, ...read];
}

function generationItems({ generations }: ConsoleState): readonly PaletteItem[] {
  return [...generations]
    .sort((a, b) => b.publishedAt - a.publishedAt)
    .map(({ session, generation, state, digest, packages }) => ({
      id: `generation ${session} ${generation}`,
      group: 'Generations',
      title: `Generation ${generation} of ${session}`,
      note: STATES[state].word,
      keywords: `${digest} ${packages.map((item) => `${item.name} ${item.version}`).join(' ')}`,
      icon: null,
      state,
      action: {
        do: 'go',
        to: selectedOn(`/capabilities/${session}`, { kind: 'generation', session, generation }),
      },
    }));
}

function packageItems({ registry }: ConsoleState): readonly PaletteItem[] {
  return registry.packages.map(({ name, version, digest, state, source }) => ({
    id: `package ${digest}`,
    group: 'Packages',
    title: `${name} ${version}`,
    note: STATES[state].word,
    keywords: `${digest} ${source}`,
    icon: null,
    state,
    action: { do: 'go', to: selectedOn('/packages', { kind: 'package', digest }) },
  }));
}

export function selectedOn(path: string, selection: Selection): PalettePlace {
  return { path, search: { select: formatSelection(selection) } };
}
