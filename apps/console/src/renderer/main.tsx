import './schema-setup.js';
import './theme/theme.css';
import { mountConsole } from './app/mount.js';
import { openHostChannel } from './connection/open-channel.js';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element for the console');
mountConsole(root, openHostChannel);
