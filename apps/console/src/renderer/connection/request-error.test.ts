import { describe, expect, it } from 'vitest';
import { anError } from '../test-state/builders.js';
import { RequestError, reportOf } from './request-error.js';

describe('what is shown for something that a request threw', () => {
  it('is the host’s own report where the host refused', () => {
    expect(reportOf(RequestError.refused(anError({ code: 'name-conflict' }))).code).toBe('name-conflict');
  });

  it('is a fault of the page for anything else, with what it said', () => {
    expect(reportOf(new TypeError('no such thing'))).toMatchObject({
      code: 'page-error',
      message: 'no such thing',
      action: 'Reload the page.',
    });
    expect(reportOf('gone')).toMatchObject({ code: 'page-error', message: 'gone' });
  });
});
