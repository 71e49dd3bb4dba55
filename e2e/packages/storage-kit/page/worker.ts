import { StateStore, stateKey } from '@changeover/storage-kit';
import { indexedDbPersistence } from '@changeover/storage-kit/browser';

// Opens the store that it is told of, commits one record, and says so. It never closes the store.

addEventListener('message', ({ data: name }: MessageEvent<string>) => void commitOne(name));

async function commitOne(name: string): Promise<void> {
  const engine = await fetch('/sql-wasm-browser.wasm');
  const store = await StateStore.connect({
    backend: 'sqlite',
    persistence: indexedDbPersistence(name),
    wasmBinary: new Uint8Array(await engine.arrayBuffer()),
  });
  const key = stateKey('page', 'worker');
  await store.transact((transaction) => transaction.put({ key, value: 'committed' }));
  postMessage('committed');
}
