// The application's entry in scenarios: it is told that Electron is ready only when Playwright follows every page.
// A window that opens while Playwright still attaches can leave it waiting for an answer of a page that was replaced.
const { app } = require('electron');

if (process.argv.includes('--remote-debugging-port=0')) {
  const ready = app.whenReady();
  const followed = new Promise((resolve) => {
    // Playwright calls this by its name when it has attached.
    globalThis.__playwright_run = resolve;
  });
  app.whenReady = () => followed.then(() => ready);
}

require('./out/main/index.cjs');
