// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are written in the configuration's own notation
import { describe, expect, it } from 'vitest';
import { inheritedEnvironment, resolveCommand } from './server-environment.js';

const environment = {
  variables: { NODE: '/bin/node', EMPTY: '', TRICK: '${NODE}' },
  inherited: { PATH: '/bin', MODE: 'inherited' },
  cwd: '/project',
};

function config(over: { command?: string; args?: string[]; env?: Record<string, string>; cwd?: string }) {
  return { name: 'notes', command: 'node', args: [], env: {}, cwd: null, ...over };
}

describe('resolveCommand', () => {
  it('expands variables in command, arguments, environment and folder, and shows the command unexpanded', () => {
    const command = resolveCommand(
      config({
        command: '${NODE}',
        args: ['--dir=${ROOT:-/default}', '${EMPTY:-filled}${EMPTY}', '$NODE ${not a variable}'],
        env: { MODE: '${NODE}', EXTRA: '1' },
        cwd: '${NODE}/..',
      }),
      environment,
    );
    expect(command).toEqual({
      server: 'notes',
      command: '/bin/node',
      args: ['--dir=/default', 'filled', '$NODE ${not a variable}'],
      env: { PATH: '/bin', MODE: '/bin/node', EXTRA: '1' },
      cwd: '/bin',
      display: '${NODE} --dir=${ROOT:-/default} ${EMPTY:-filled}${EMPTY} $NODE ${not a variable}',
    });
    expect(resolveCommand(config({}), environment).cwd).toBe('/project');
    expect(resolveCommand(config({ cwd: 'sub' }), environment).cwd).toBe('/project/sub');
  });

  it('never expands a value again', () => {
    expect(resolveCommand(config({ command: '${TRICK}' }), environment).command).toBe('${NODE}');
  });

  it.each(['${HOME}', '${toString}', '${__proto__}'])('refuses %s, which is not on the list', (command) => {
    expect(() => resolveCommand(config({ command }), environment)).toThrow(
      expect.objectContaining({ code: 'unset-variable', server: 'notes', variable: command.slice(2, -1) }),
    );
  });
});

describe('inheritedEnvironment', () => {
  it('passes on what programs need and nothing that could be a secret', () => {
    const source = { PATH: '/bin', HOME: '/home/me', OPENAI_API_KEY: 'secret', NODE_OPTIONS: '--inspect' };
    expect(inheritedEnvironment(source)).toEqual({ PATH: '/bin', HOME: '/home/me' });
  });
});
