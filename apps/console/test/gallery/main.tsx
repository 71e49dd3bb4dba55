import '../../src/renderer/schema-setup.js';
import '../../src/renderer/theme/theme.css';
import { mountConsole } from '../../src/renderer/app/mount.js';
import { cannedHost } from './canned-host.js';
import { SHOTS } from './shots.js';

const root = document.getElementById('root');
const asked = window.location.pathname.slice(1);
const shot = SHOTS[asked];
if (root === null || (shot === undefined && asked !== '')) throw new Error(`The gallery has no ${asked}`);

if (shot !== undefined) {
  if (window.location.hash === '') window.history.replaceState(null, '', `#${shot.path}`);
  mountConsole(root, cannedHost(shot.canned));
} else {
  // What takes the pictures reads here which there are, and what to do for each.
  const plan = Object.entries(SHOTS).map(([name, { path, steps = [] }]) => ({ name, path, steps }));
  root.textContent = JSON.stringify(plan);
}
