import { StateStore } from '@changeover/storage-kit';
import { lanceStore } from '@changeover/storage-kit/lance';
import { postgresStore } from '@changeover/storage-kit/postgres';
import { sqliteFileStore } from '@changeover/storage-kit/sqlite-file';

// Prints one line of JSON for each backend whose library is not installed: what connecting it fails with.

for (const driver of [
  sqliteFileStore({ location: 'store.sqlite' }),
  postgresStore({ connectionString: 'postgres://localhost/app' }),
  lanceStore({ location: 'store.lancedb' }),
]) {
  const failure = await StateStore.connect(driver).then(
    () => ({ code: 'connected' }),
    ({ code, message }) => ({ code, message }),
  );
  console.log(JSON.stringify(failure));
}
