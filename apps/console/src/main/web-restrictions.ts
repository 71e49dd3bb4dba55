import { app, type Session, type WebContents } from 'electron';
import { PAGE_ORIGIN } from './page-origin.js';

/** Whatever a page may try to reach beyond the application's own files is refused, for every page there will be. */
export function restrictPages(): void {
  app.on('web-contents-created', (_event, contents) => restrictNavigation(contents));
}

/** What its copy buttons need: to put text on the clipboard, and not to read what is there. */
const WRITE_CLIPBOARD = 'clipboard-sanitized-write';

/** One permission, no device, no network: the page talks to its host alone. */
export function restrictSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(permission === WRITE_CLIPBOARD),
  );
  session.setPermissionCheckHandler((_contents, permission) => permission === WRITE_CLIPBOARD);
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, answer) => {
    answer({ cancel: !isOwnResource(details.url) });
  });
  session.on('will-download', (event) => event.preventDefault());
}

function restrictNavigation(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

function isOwnResource(url: string): boolean {
  return url.startsWith(`${PAGE_ORIGIN}/`) || url.startsWith('devtools://') || url.startsWith('data:image/');
}
