import '../../src/renderer/schema-setup.js';
import '../../src/renderer/theme/theme.css';
import { mountConsole } from '../../src/renderer/app/mount.js';
import { cannedHost } from './canned-host.js';
import { GALLERY, isGalleryState } from './gallery-states.js';

const asked = window.location.pathname.slice(1) || 'full';
const root = document.getElementById('root');
if (root === null || !isGalleryState(asked)) throw new Error(`The gallery has no state ${asked}`);
mountConsole(root, cannedHost(GALLERY[asked]));
