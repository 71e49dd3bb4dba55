import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { double, type HostDouble, PortDouble } from '../../test/electron/electron-double.js';
import type { ErrorReport } from '../protocol/error-report.js';
import type { HostToMain } from '../protocol/host-process.js';
import { HostProcess } from './host-process.js';
import { HOST_STOP_TIMEOUT_MS, RESTART_WINDOW_MS, RESTARTS_MAX } from './limits.js';

vi.mock('electron', async () => (await import('../../test/electron/electron-double.js')).electron);

const LOCKED: ErrorReport = { code: 'locked', message: 'In use.', action: null, causes: [], details: {} };

let heard: string[];
let hosts: HostProcess;

beforeEach(() => {
  vi.useFakeTimers();
  double.hosts = [];
  heard = [];
  hosts = new HostProcess({
    entry: '/app/host.cjs',
    data: '/data',
    demo: '/demo',
    onReady: () => heard.push('ready'),
    onFailure: ({ code }) => heard.push(code),
    onGone: () => heard.push('gone'),
  });
});
afterEach(() => vi.useRealTimers());

/** The host that was started last. */
function newest(): HostDouble {
  const host = double.hosts.at(-1);
  if (host === undefined) throw new Error('No host was started');
  return host;
}

function say(message: HostToMain, host = newest()): void {
  host.emit('message', message);
}

function connect(): PortDouble {
  const port = new PortDouble();
  // A test's port stands for one of Electron's.
  hosts.connect(port as never);
  return port;
}

/** The ports that a host was given. */
function portsOf(host: HostDouble): readonly unknown[] {
  return host.told.flatMap(({ ports }) => ports);
}

test('a host is started on its folders, and gets the ports of pages as soon as it listens', () => {
  expect(newest().args).toEqual(['--data', '/data', '--demo', '/demo']);
  const early = [connect(), connect()];
  expect(newest().told).toEqual([]);
  say({ type: 'ready' });
  const late = connect();
  expect(portsOf(newest())).toEqual([...early, late]);
  expect(newest().told).toMatchObject(Array(3).fill({ message: { type: 'connect' } }));
  expect(heard).toEqual(['ready']);
});

test('a host that cannot open its store tells its pages why, and makes way for another when one asks again', () => {
  const first = newest();
  const told = connect();
  say({ type: 'failed', error: LOCKED });
  expect(portsOf(first)).toEqual([told]);
  const again = connect();
  expect(first.told.at(-1)).toEqual({ message: { type: 'stop' }, ports: [] });
  expect(newest()).not.toBe(first);
  first.emit('exit', 0);
  say({ type: 'ready' });
  expect(portsOf(newest())).toEqual([again]);
  expect(heard).toEqual(['locked', 'ready']);
  expect(double.hosts).toHaveLength(2);
});

test('a host that dies is started again, as often as the bound says, and then given up with what to do', () => {
  for (let death = 1; death <= RESTARTS_MAX; death += 1) {
    newest().emit('exit', 9);
    expect(double.hosts).toHaveLength(1 + death);
  }
  const waiting = connect();
  newest().emit('exit', 9);
  expect(double.hosts).toHaveLength(1 + RESTARTS_MAX);
  expect(heard).toEqual([
    ...Array.from({ length: RESTARTS_MAX }, () => ['host-died', 'gone']).flat(),
    'host-given-up',
    'gone',
  ]);
  for (const port of [waiting, connect()]) {
    expect(port).toMatchObject({
      isStarted: true,
      posted: [
        { type: 'unavailable', error: { code: 'host-given-up', action: expect.stringContaining('Quit') } },
      ],
    });
  }
});

test.each([
  ['is given up within the window of the first death', RESTART_WINDOW_MS - 1, 'host-given-up'],
  ['is started again once that has passed', RESTART_WINDOW_MS, 'host-died'],
])('a host that dies once more than the bound %s', (_, laterMs, code) => {
  for (let death = 1; death <= RESTARTS_MAX; death += 1) newest().emit('exit', 9);
  vi.advanceTimersByTime(laterMs);
  newest().emit('exit', 9);
  expect(heard.at(-2)).toBe(code);
});

test('pages that waited for a host that died get the next one', () => {
  const port = connect();
  newest().emit('exit', 1);
  say({ type: 'ready' });
  expect(portsOf(newest())).toEqual([port]);
});

test('a stop waits for the host to end by itself, and closes the ports of pages that come later', async () => {
  const stopped = hosts[Symbol.asyncDispose]();
  const again = hosts[Symbol.asyncDispose]();
  expect(newest().told).toEqual([{ message: { type: 'stop' }, ports: [] }]);
  vi.advanceTimersByTime(HOST_STOP_TIMEOUT_MS - 1);
  expect(newest().wasKilled).toBe(false);
  newest().emit('exit', 0);
  await Promise.all([stopped, again]);
  vi.advanceTimersByTime(HOST_STOP_TIMEOUT_MS);
  expect(newest().wasKilled).toBe(false);
  expect(heard).toEqual([]);
  expect(connect().isClosed).toBe(true);
});

test('a host that does not end in time is killed', async () => {
  const stopped = hosts[Symbol.asyncDispose]();
  vi.advanceTimersByTime(HOST_STOP_TIMEOUT_MS);
  expect(newest().wasKilled).toBe(true);
  newest().emit('exit', 137);
  await stopped;
});

test('there is nothing to stop of a host that was given up', async () => {
  for (let death = 0; death <= RESTARTS_MAX; death += 1) newest().emit('exit', 9);
  await hosts[Symbol.asyncDispose]();
  expect(newest().told).toEqual([]);
});
