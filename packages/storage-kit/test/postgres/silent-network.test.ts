import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../src/contract/clock.js';
import { type AbortOptions, StateStore, stateKey } from '../../src/index.js';
import { postgresCloseMs } from '../../src/limits.js';
import { postgresStore } from '../../src/postgres/index.js';
import { storeOptions } from './test-database.js';
import { TestProxy } from './test-proxy.js';

test('closing a store whose server no longer answers leaves no connection that would keep the process alive', async () => {
  const proxy = await TestProxy.start(inject('postgres'));
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  const connect = vi.spyOn(pg.Client.prototype, 'connect');
  onTestFinished(() => connect.mockRestore());
  const clock = {
    ...systemClock,
    sleep: (ms: number, options?: AbortOptions) =>
      systemClock.sleep(ms === postgresCloseMs ? 1 : ms, options),
  };
  const options = storeOptions({ ...proxy.address, clock });
  const store = await StateStore.connect(postgresStore(options));
  const changes = store.watch({ namespace: 'n' });
  const next = changes.next();
  await store.transact((transaction) => transaction.put({ key: stateKey('n', 'a'), value: 1 }));
  await next;
  const waiting = expect(changes.next()).rejects.toMatchObject({ code: 'closed' });
  const clients = connect.mock.contexts.filter((client) => client instanceof pg.Client);
  const connections = clients.map((client) => client.connection.stream);
  expect(connections.length).toBeGreaterThan(1);
  expect(connections.map(({ destroyed }) => destroyed)).toEqual(connections.map(() => false));
  proxy.fallSilent();
  await store.close();
  await waiting;
  expect(connections.map(({ destroyed }) => destroyed)).toEqual(connections.map(() => true));
});
