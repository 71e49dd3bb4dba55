import { expect, test } from 'vitest';
import { type StateKey, type StateListRequest, type StateRecord, StateStore } from '../src/index.js';

// What a program without types may pass.

const strangers: readonly unknown[] = [undefined, null, 1, 'key', [], {}, { namespace: 1, key: 2 }];

test.each(strangers.map((stranger) => [stranger]))(
  '%o is neither a key, nor a request, nor a record',
  async (stranger) => {
    await using store = await StateStore.connect({ backend: 'memory' });
    await using transaction = await store.beginTransaction();
    await expect(store.load(stranger as StateKey)).rejects.toMatchObject({ code: 'invalid-key' });
    await expect(transaction.delete(stranger as StateKey)).rejects.toMatchObject({ code: 'invalid-key' });
    await expect(store.list(stranger as StateListRequest)).rejects.toMatchObject({
      code: expect.stringMatching(/^invalid-(key|request)$/),
    });
    await expect(transaction.put(stranger as StateRecord)).rejects.toMatchObject({
      code: expect.stringMatching(/^invalid-(key|value)$/),
    });
  },
);
