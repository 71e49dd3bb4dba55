// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are written in the configuration's own notation
import { expect, it } from 'vitest';
import { filledInStart } from './filled-in.js';

const servers = { variables: { NODE: '/bin/node', EMPTY: '', ODD: '${NODE}' }, cwd: '/work' };

it.each([
  ['what the host knows', '${NODE} -v', '/bin/node -v'],
  ['the default of what it does not know', '${PORT:-80}${NODE}', '80/bin/node'],
  ['no default of what it knows', '${NODE:-node}', '/bin/node'],
  ['the default of what is empty', '${EMPTY:-full}', 'full'],
  ['values as they are', '${ODD}', '${NODE}'],
  [
    'nothing it does not know',
    '${HOME}/${CLAUDE_PLUGIN_ROOT}/$NODE ${}',
    '${HOME}/${CLAUDE_PLUGIN_ROOT}/$NODE ${}',
  ],
  ['nothing that is never closed', 'a ${NODE} ${NODE:-x', 'a /bin/node ${NODE:-x'],
])('fills in %s', (_what, text, filled) => {
  const start = { command: [text], env: { NAME: text }, cwd: text };
  expect(filledInStart(start, servers)).toEqual({ command: [filled], env: { NAME: filled }, cwd: filled });
});

it('names the folder of the host where there is no other', () => {
  expect(filledInStart({ command: [], env: {}, cwd: null }, servers).cwd).toBe('/work');
});
