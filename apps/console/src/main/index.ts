import '../host/polyfills.js';
import { app } from 'electron';
import { Application } from './application.js';
import { exitCodes } from './exit-codes.js';
import { registerPageScheme } from './page-protocol.js';
import { printFailure, surviveClosedTerminal } from './terminal.js';
import { restrictPages } from './web-restrictions.js';

process.on('uncaughtException', giveUp);
// Electron only warns of these and goes on, with half of an application and perhaps no window.
process.on('unhandledRejection', giveUp);

surviveClosedTerminal();
app.enableSandbox();
registerPageScheme();
restrictPages();

if (app.requestSingleInstanceLock()) {
  void app.whenReady().then(() => new Application());
} else {
  printFailure({
    code: 'second-instance',
    message: `Changeover already runs with the data folder ${app.getPath('userData')}.`,
    action: 'Its window was brought to front: use that one, or quit it first.',
    causes: [],
    details: {},
  });
  app.exit(exitCodes.secondInstance);
}

function giveUp(fault: unknown): void {
  const error = fault instanceof Error ? fault : new Error(String(fault));
  printFailure({
    code: 'main-failed',
    message: error.message,
    action: 'Start Changeover again; what was stored is safe.',
    causes: [{ code: null, message: error.stack ?? error.name }],
    details: {},
  });
  app.exit(exitCodes.mainFailed);
}
