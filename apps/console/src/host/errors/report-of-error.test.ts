import { StateStoreError } from '@changeover/storage-kit';
import { describe, expect, it } from 'vitest';
import { ErrorReport } from '../../protocol/error-report.js';
import { codeChain } from '../../protocol/shown-causes.js';
import { ERROR_CAUSES_MAX, ERROR_TEXT_MAX_LENGTH } from '../limits.js';
import { failureBlock } from './failure-block.js';
import { HostError } from './host-error.js';
import { reportOfError } from './report-of-error.js';

describe('the report of an error', () => {
  it('has its code, its facts, its causes and what to do', () => {
    const cause = new Error('no such file');
    const report = reportOfError(
      new StateStoreError('corrupt', 'The file is damaged', { file: '/a', offset: 7, cause }),
    );
    expect(report).toEqual({
      code: 'corrupt',
      message: 'The file is damaged',
      action: expect.stringContaining('left as it is'),
      causes: [{ code: null, message: 'no such file' }],
      details: { file: '/a', offset: 7 },
    });
    expect(ErrorReport.parse(report)).toEqual(report);
  });

  it('keeps the beginning of a message that is longer than its bound', () => {
    const text = 'x'.repeat(ERROR_TEXT_MAX_LENGTH);
    const { message, causes } = reportOfError(new Error(`${text}y`, { cause: new Error(text) }));
    expect(message).toBe(`${text.slice(1)}…`);
    expect(causes).toEqual([{ code: null, message: text }]);
  });

  it('speaks for the error that says what to do, and keeps those that only passed it on', () => {
    const first = Object.assign(new Error('kill'), { code: 'ESRCH' });
    const inner = Object.assign(new Error('gone', { cause: first }), { code: 'server-exited', exitCode: 3 });
    const report = reportOfError(
      Object.assign(new Error('refused', { cause: inner }), { code: 'projection', wave: 1 }),
    );
    expect(report).toMatchObject({
      code: 'server-exited',
      message: 'gone',
      causes: [{ code: 'ESRCH', message: 'kill' }],
      within: [{ code: 'projection', message: 'refused' }],
      details: { exitCode: 3 },
    });
    expect(report.action).toContain('wrote to its error output');
    expect(codeChain(report)).toEqual(['projection', 'server-exited', 'ESRCH']);
    expect(ErrorReport.parse(report)).toEqual(report);
  });

  it('never passes over an error of its own, which was put there to be read', () => {
    const inner = Object.assign(new Error('gone'), { code: 'server-exited' });
    const report = reportOfError(new HostError('batch-cancelled', 'Cancelled', {}, { cause: inner }));
    expect(report).toMatchObject({ code: 'batch-cancelled', causes: [{ code: 'server-exited' }] });
    expect(report.within).toBeUndefined();
  });

  it('names a cause once when wrappers only repeat it', () => {
    const inner = Object.assign(new Error('gone'), { code: 'server-exited' });
    const wrapper = Object.assign(new Error('gone', { cause: inner }), { code: 'adapter-failed' });
    const report = reportOfError(new HostError('restore-failed', 'Not restored', {}, { cause: wrapper }));
    expect(report.causes).toEqual([{ code: 'server-exited', message: 'gone' }]);
  });

  it('never shows a stack, nor follows causes for ever', () => {
    const error = new Error('round');
    error.cause = Object.assign(new Error('and round'), { cause: error });
    const report = reportOfError(error);
    expect(report.causes.length).toBeLessThanOrEqual(ERROR_CAUSES_MAX);
    expect(JSON.stringify(report)).not.toContain('report-of-error');
  });

  it.each(['text', null, undefined, 7, { code: 'x' }])('is made of %j too', (thrown) => {
    expect(reportOfError(thrown)).toMatchObject({ code: 'internal', causes: [], details: {} });
  });

  it('is said once on the terminal, with what passed it on', () => {
    const inner = Object.assign(new Error('it exited'), { code: 'server-exited' });
    const outer = Object.assign(new Error('The batch was refused: it exited', { cause: inner }), {
      code: 'projection',
    });
    expect(failureBlock('Refused', reportOfError(outer))).toContain(`
Refused  [server-exited]
  it exited
  within: [projection]
  What to do: `);
  });

  it('lets no server or package do anything to the terminal', () => {
    const told = new Error('It said: \u001b]52;c;ZXZpbA==\u0007\n  What to do: obey');
    const report = reportOfError(
      new HostError('unknown-run', 'No\u001b[2J', { run: '\u0085x' }, { cause: told }),
    );
    expect(failureBlock('run.cancel of \u001b[31mred refused', report)).toBe(`
run.cancel of \\x1b[31mred refused  [unknown-run]
  No\\x1b[2J
  because: It said: \\x1b]52;c;ZXZpbA==\\x07
      What to do: obey
  run: \\x85x
`);
  });

  it('is a block on the terminal', () => {
    const error = new HostError(
      'data-folder-unusable',
      'Cannot be made',
      { folder: '/x' },
      { cause: new Error('denied') },
    );
    expect(failureBlock('The console cannot open its store', reportOfError(error))).toBe(`
The console cannot open its store  [data-folder-unusable]
  Cannot be made
  because: denied
  folder: /x
  What to do: Check the folder and its permissions, or choose another one with --data.
`);
  });
});
