import { expect, test } from 'vitest';
import { SharedStore } from '../src/shared/shared-store.js';
import { commitValue, readValue, testKey } from './disk-store.js';
import { SharedEngineInMemory } from './shared-engine-in-memory.js';

/** Resolves when the engine is asked for changes, which it answers when `goOn` is called. */
function haltChanges(engine: SharedEngineInMemory): {
  readonly asked: Promise<void>;
  readonly goOn: () => void;
} {
  let goOn = (): void => undefined;
  let asked = (): void => undefined;
  const halted = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  engine.beforeChanges = () => {
    asked();
    return halted;
  };
  return { asked: isAsked, goOn };
}

test('leaving a watch ends it at once for whoever waits, also while the engine does not answer', async () => {
  const engine = new SharedEngineInMemory();
  const store = new SharedStore(engine);
  const { asked, goOn } = haltChanges(engine);
  const changes = store.watch({ namespace: 'test' });
  const next = changes.next();
  await asked;
  await changes.return?.();
  expect(await next).toEqual({ done: true, value: undefined });
  goOn();
  await store.close();
});

test('closing a store ends a watch with closed at once, also while the engine does not answer or fails', async () => {
  const engine = new SharedEngineInMemory();
  const store = new SharedStore(engine);
  const { asked, goOn } = haltChanges(engine);
  const next = store.watch({ namespace: 'test' }).next();
  await asked;
  await Promise.all([store.close(), expect(next).rejects.toMatchObject({ code: 'closed' })]);
  goOn();
});

test('a commit that read what the engine no longer has, since a copy was restored, is refused', async () => {
  const engine = new SharedEngineInMemory();
  const store = new SharedStore(engine);
  await commitValue(store, 'a', 1);
  await commitValue(store, 'a', 2);
  const transaction = await store.beginTransaction();
  expect((await transaction.load(testKey('a')))?.record.value).toBe(2);
  await transaction.put({ key: testKey('copy of a'), value: 2 });
  engine.commits.pop();
  await expect(transaction.commit()).rejects.toMatchObject({
    code: 'transaction-ended',
    limit: 1,
    actual: 2,
  });
  expect(await readValue(store, 'copy of a')).toBeUndefined();
  await store.close();
});

test('a watch that has delivered what the engine no longer has, since a copy was restored, overflows', async () => {
  const engine = new SharedEngineInMemory();
  const store = new SharedStore(engine);
  const changes = store.watch({ namespace: 'test' });
  await commitValue(store, 'a', 1);
  await commitValue(store, 'a', 2);
  await changes.next();
  await changes.next();
  engine.commits.pop();
  await expect(changes.next()).rejects.toMatchObject({ code: 'watch-overflow' });
  await store.close();
});
