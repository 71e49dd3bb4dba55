import { afterEach, describe, expect, it, vi } from 'vitest';
import { toolValue } from '../../test/set-builders.js';
import { EventLog } from '../lifecycle/event-log.js';
import { EventRecorder } from './event-recorder.js';
import { HeldAdapter } from './held-adapter.js';
import { ManualClock } from './manual-clock.js';

describe('an event recorder', () => {
  it('has what is still kept and all that comes, until it is disposed', async () => {
    const log = new EventLog<{ readonly type: 'a' | 'b' }>({ clock: new ManualClock() });
    log.publish({ type: 'a' });
    const recorder = new EventRecorder(log);
    const seen = recorder.seen(({ type }) => type === 'b');
    log.publish({ type: 'b' });
    await seen;
    recorder[Symbol.dispose]();
    log.publish({ type: 'a' });
    expect(recorder.types).toEqual(['a', 'b']);
    expect(recorder.of('b')).toMatchObject([{ sequence: 2 }]);
    await recorder.seen(({ type }) => type === 'a');
  });
});

describe('a held adapter', () => {
  it('gives up when it is aborted, before it begins or while it waits', async () => {
    const adapter = new HeldAdapter(toolValue('a'));
    const refusal = { name: 'CapabilityAdapterError', message: 'preparation cancelled' };
    await expect(adapter.prepare({ signal: AbortSignal.abort() })).rejects.toMatchObject(refusal);
    const abort = new AbortController();
    const waiting = expect(adapter.prepare({ signal: abort.signal })).rejects.toMatchObject(refusal);
    abort.abort();
    await waiting;
  });

  it('waits on when it has no manners', async () => {
    const adapter = new HeldAdapter(toolValue('a'), [], 'ignores-abort');
    const prepared = adapter.prepare({ signal: AbortSignal.abort() });
    adapter.finish();
    expect((await prepared).value).toMatchObject({ kind: 'tool' });
  });
});

describe('a manual clock', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('fires timers in the order in which they fall due, those included that others set', async () => {
    const clock = new ManualClock(1_000);
    const log: string[] = [];
    const note = (text: string) => () => log.push(`${clock.elapsed()} ${text}`);
    clock.setTimer(30, note('late'));
    clock.setTimer(10, () => {
      note('early')();
      clock.setTimer(5, note('set by it'));
    });
    clock.setTimer(20, note('undone'))();
    await clock.advance(30);
    expect(log).toEqual(['10 early', '15 set by it', '30 late']);
    expect([clock.now(), clock.pendingTimers]).toEqual([1_030, 0]);
  });

  it('works where there is no setImmediate, as in a browser', async () => {
    vi.stubGlobal('setImmediate', undefined);
    const clock = new ManualClock();
    let fired = false;
    clock.setTimer(1, () => {
      fired = true;
    });
    await clock.advance(1);
    expect(fired).toBe(true);
  });
});
