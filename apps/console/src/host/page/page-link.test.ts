import { describe, expect, it } from 'vitest';
import type { ConsoleState } from '../../protocol/console-state.js';
import { PROTOCOL_VERSION, REQUESTS_IN_FLIGHT_MAX } from '../../protocol/limits.js';
import type { HostMessage } from '../../protocol/messages.js';
import { METHODS } from '../../protocol/methods.js';
import type { MeteredChannel } from '../../transport/metered-channel.js';
import { ConsoleFeed } from '../ledger/console-feed.js';
import { PAGE_BACKLOG_MAX, PAGE_BACKLOG_RESUME } from '../limits.js';
import { type Operation, operation } from './operation.js';
import type { Operations } from './operations.js';
import { PageLink } from './page-link.js';

const EMPTY: ConsoleState = {
  host: {
    version: '1',
    carrier: 'in-process',
    pid: 1,
    startedAt: 0,
    node: '20',
    project: null,
    servers: { variables: {}, cwd: '/' },
  },
  store: {
    backend: 'memory',
    location: 'memory',
    revision: 0,
    snapshotBytes: 0,
    journalBytes: 0,
    recovery: null,
    writable: true,
  },
  registry: { generation: 0, generations: [], packages: [], suggestions: [] },
  sessions: [],
  generations: [],
  batches: [],
  runs: [],
  runCount: 0,
  rehearsals: [],
  activity: [],
};

/** A page that handles messages only when told to. */
class HeldChannel implements MeteredChannel<HostMessage, unknown> {
  readonly sent: HostMessage[] = [];
  backlog = 0;
  isClosed = false;
  #receive: (message: unknown) => void = () => undefined;
  #progress: () => void = () => undefined;
  #closed: () => void = () => undefined;

  post(message: HostMessage): void {
    this.sent.push(message);
    this.backlog += 1;
  }

  receive(listener: (message: unknown) => void): void {
    this.#receive = listener;
  }

  progress(listener: () => void): void {
    this.#progress = listener;
  }

  closed(listener: () => void): void {
    this.#closed = listener;
  }

  close(): void {
    this.isClosed = true;
    this.#closed();
  }

  say(message: unknown): void {
    this.#receive(message);
  }

  handleAllBut(backlog: number): void {
    this.backlog = backlog;
    this.#progress();
  }
}

const refusing: Operation<never> = () => Promise.reject(new Error('Not in this test'));
/** Goes on until it is taken back. */
const endless: Operation<never> = (_params, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
const OPERATIONS: Operations = {
  'host.ping': refusing,
  'session.create': operation(METHODS['session.create'].params, ({ id }) => Promise.resolve({ id })),
  'session.close': operation(METHODS['session.close'].params, endless),
  'package.store': refusing,
  'package.receipt': refusing,
  'package.plan': refusing,
  'package.apply': refusing,
  'package.forget': refusing,
  'package.decide': refusing,
  'package.verify': endless,
  'batch.preview': refusing,
  'batch.apply': refusing,
  'batch.cancel': refusing,
  'run.start': refusing,
  'run.continue': refusing,
  'run.cancel': refusing,
  'catalog.read': refusing,
  'catalog.diff': refusing,
  'transcript.read': refusing,
  'activity.read': refusing,
};

function linked() {
  const feed = new ConsoleFeed(EMPTY);
  const channel = new HeldChannel();
  const answering = new Set<Promise<void>>();
  let hasEnded = false;
  const onEnd = (): void => {
    hasEnded = true;
  };
  new PageLink(channel, feed, OPERATIONS, onEnd, answering);
  return { feed, channel, answering, ended: () => hasEnded };
}

function change(feed: ConsoleFeed, revision: number): void {
  feed.publish({ type: 'store', store: { ...EMPTY.store, revision } });
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const HELLO = { type: 'hello', protocol: PROTOCOL_VERSION };

describe('a page that keeps up', () => {
  it('gets the state as it is, and every change after it in sequence', () => {
    const { feed, channel } = linked();
    change(feed, 1);
    channel.say(HELLO);
    change(feed, 2);
    change(feed, 3);
    expect(channel.sent).toMatchObject([
      { type: 'snapshot', sequence: 1, state: { store: { revision: 1 } } },
      { type: 'event', sequence: 2 },
      { type: 'event', sequence: 3 },
    ]);
  });

  it('gets one more snapshot, and no event twice, when it says hello again', () => {
    const { feed, channel } = linked();
    channel.say(HELLO);
    channel.handleAllBut(0);
    channel.say(HELLO);
    change(feed, 1);
    expect(channel.sent.map(({ type }) => type)).toEqual(['snapshot', 'snapshot', 'event']);
  });

  it('gets one snapshot for every hello that it says before it has handled what it was sent', () => {
    const { feed, channel } = linked();
    for (let n = 0; n < 1_000; n += 1) channel.say(HELLO);
    change(feed, 1);
    expect(channel.sent.map(({ type }) => type)).toEqual(['snapshot']);
    channel.handleAllBut(0);
    change(feed, 2);
    expect(channel.sent.slice(1)).toMatchObject([
      { type: 'snapshot', sequence: 1 },
      { type: 'event', sequence: 2 },
    ]);
  });

  it('hears nothing before its hello and after its end', () => {
    const { feed, channel, ended } = linked();
    change(feed, 1);
    channel.say(HELLO);
    channel.close();
    change(feed, 2);
    expect(channel.sent.map(({ type }) => type)).toEqual(['snapshot']);
    expect(ended()).toBe(true);
  });
});

describe('a page that falls behind', () => {
  it('is sent nothing more until it has caught up, and then the state as it is', () => {
    const { feed, channel } = linked();
    channel.say(HELLO);
    for (let revision = 1; revision <= PAGE_BACKLOG_MAX * 2; revision += 1) change(feed, revision);
    expect(channel.sent).toHaveLength(PAGE_BACKLOG_MAX);
    channel.handleAllBut(PAGE_BACKLOG_RESUME + 1);
    expect(channel.sent).toHaveLength(PAGE_BACKLOG_MAX);
    channel.handleAllBut(PAGE_BACKLOG_RESUME);
    expect(channel.sent.at(-1)).toMatchObject({
      type: 'snapshot',
      sequence: PAGE_BACKLOG_MAX * 2,
      state: { store: { revision: PAGE_BACKLOG_MAX * 2 } },
    });
    change(feed, 0);
    expect(channel.sent.at(-1)).toMatchObject({ type: 'event', sequence: PAGE_BACKLOG_MAX * 2 + 1 });
  });

  it('is let go when it asks on without reading any answer', async () => {
    const { channel } = linked();
    for (let id = 0; id <= PAGE_BACKLOG_MAX * 2 + 1; id += 1) {
      channel.say({ type: 'request', id, method: 'nothing', params: null });
    }
    await settled();
    expect(channel.isClosed).toBe(true);
  });
});

describe('requests', () => {
  it('are answered once, under their own ids', async () => {
    const { channel } = linked();
    channel.say({ type: 'request', id: 7, method: 'session.create', params: { id: 'side' } });
    await settled();
    expect(channel.sent).toEqual([{ type: 'result', id: 7, result: { id: 'side' } }]);
  });

  it.each([
    ['session.create', { id: 'Not a name' }, 'invalid-request', 'params.id'],
    ['session.create', {}, 'invalid-request', 'params.id'],
    ['session.create', null, 'invalid-request', 'params'],
    ['batch.everything', {}, 'unknown-method', 'batch.everything'],
    ['toString', {}, 'unknown-method', 'toString'],
    ['constructor', {}, 'unknown-method', 'constructor'],
  ])('%s with %j are refused with %s', async (method, params, code, named) => {
    const { channel } = linked();
    channel.say({ type: 'request', id: 1, method, params });
    await settled();
    expect(channel.sent).toMatchObject([
      {
        type: 'error',
        id: 1,
        error: { code, message: expect.stringContaining(named), action: expect.any(String) },
      },
    ]);
  });

  it('are refused past the bound of requests in flight, and can be taken back', async () => {
    const { channel } = linked();
    for (let id = 0; id <= REQUESTS_IN_FLIGHT_MAX; id += 1) {
      channel.say({ type: 'request', id, method: 'session.close', params: { id: 'side', reason: null } });
    }
    await settled();
    expect(channel.sent).toMatchObject([
      { id: REQUESTS_IN_FLIGHT_MAX, error: { code: 'too-many-requests' } },
    ]);
    channel.say({ type: 'abort', id: 0 });
    channel.say({ type: 'abort', id: 1_000 });
    await settled();
    expect(channel.sent.slice(1)).toMatchObject([
      { type: 'error', id: 0, error: { code: 'request-aborted' } },
    ]);
  });

  it('are given up with their page where they only ask; what it began goes on', async () => {
    const { channel, answering } = linked();
    channel.say({ type: 'request', id: 1, method: 'package.verify', params: {} });
    channel.say({ type: 'request', id: 2, method: 'session.close', params: { id: 'a', reason: null } });
    await settled();
    expect(answering.size).toBe(2);
    channel.close();
    await settled();
    expect(answering.size).toBe(1);
    expect(channel.sent).toMatchObject([{ type: 'error', id: 1, error: { code: 'request-aborted' } }]);
  });
});

describe('a page of another kind', () => {
  it('is told that it speaks another version', () => {
    const { channel } = linked();
    channel.say({ type: 'hello', protocol: PROTOCOL_VERSION + 1 });
    expect(channel.sent).toMatchObject([{ type: 'unavailable', error: { code: 'protocol-mismatch' } }]);
  });

  it.each([null, 'hello', { type: 'request', id: '1' }, { type: 'shell' }])(
    'is let go when it says %j',
    (message) => {
      const { channel } = linked();
      channel.say(message);
      expect(channel.isClosed).toBe(true);
    },
  );
});
