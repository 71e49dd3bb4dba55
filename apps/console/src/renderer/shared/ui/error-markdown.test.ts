import { expect, it } from 'vitest';
import { errorMarkdown } from './error-markdown.js';

it('puts code, message, action, the chain of causes, details and versions into one block', () => {
  const error = {
    code: 'adapter-failed',
    message: 'everything:mcp did not start.',
    action: 'Look at its command.',
    causes: [
      { code: 'ENOENT', message: 'spawn no-such-command' },
      { code: null, message: 'no code here' },
    ],
    details: { wave: 1 },
  };
  expect(errorMarkdown(error, { console: '0.1.0' })).toBe(
    [
      '**adapter-failed**: everything:mcp did not start.',
      '',
      'What to do: Look at its command.',
      '',
      'Caused by:',
      '',
      '- `ENOENT` spawn no-such-command',
      '- no code here',
      '',
      'Chain: `adapter-failed` › `ENOENT`',
      '',
      '```',
      'wave: 1',
      'console: 0.1.0',
      '```',
      '',
    ].join('\n'),
  );
});
