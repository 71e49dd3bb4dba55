import { protocol } from 'electron';
import { pageFile } from './page-files.js';

/** Makes `app:` a scheme with an origin of its own; Electron wants that before it is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Serves the built page below `root`. */
export function servePage(root: string): void {
  protocol.handle('app', (request) => pageFile(root, request.url));
}
