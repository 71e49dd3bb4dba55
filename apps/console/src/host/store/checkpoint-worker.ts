// The thread that folds the journal of a large store, an entry of its own in the bundle.
import '../polyfills.js';
import '@changeover/storage-kit/checkpoint-worker';
