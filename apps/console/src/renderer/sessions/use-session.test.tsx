import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ConsoleClient } from '../connection/console-client.js';
import { ConsoleProvider } from '../connection/console-context.js';
import { aFinishedRun, aGeneration, aSession, aState } from '../test-state/builders.js';
import { FakeHost } from '../test-state/fake-host.js';
import { useGenerations, useSessionRuns } from './use-session.js';

afterEach(cleanup);

it('shows a session again when something of it has changed, and not when that was of another one', async () => {
  const own = aFinishedRun({ id: 'r-own', session: 'own' });
  const other = aFinishedRun({ id: 'r-other', session: 'other' });
  const host = new FakeHost(
    aState({
      sessions: [aSession({ id: 'own' }), aSession({ id: 'other' })],
      generations: [aGeneration({ session: 'own' }), aGeneration({ session: 'other' })],
      runs: [own, other],
    }),
  );
  const client = new ConsoleClient({ open: host.open, now: Date.now, isHidden: () => false });
  await act(async () => client.connect());
  let renders = 0;
  const { result } = renderHook(
    () => {
      renders += 1;
      return { generations: useGenerations('own'), runs: useSessionRuns('own') };
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <ConsoleProvider client={client}>{children}</ConsoleProvider>
      ),
    },
  );
  const tell = (say: () => void): void =>
    act(() => {
      say();
      // An answer to whoever asks is shown at once, with all that came before it.
      host.say({ type: 'result', id: 0, result: {} });
    });
  expect(renders).toBe(1);
  tell(() => {
    host.event({ type: 'run', run: { ...other, turns: 9 }, runCount: 2 });
    host.event({ type: 'generation', generation: aGeneration({ session: 'other', pins: 3 }) });
  });
  expect(client.store.getState().state?.runs.find(({ id }) => id === 'r-other')?.turns).toBe(9);
  expect(renders).toBe(1);
  tell(() => host.event({ type: 'run', run: { ...own, turns: 9 }, runCount: 2 }));
  expect(renders).toBe(2);
  expect(result.current.runs).toEqual([{ ...own, turns: 9 }]);
  client[Symbol.dispose]();
});
