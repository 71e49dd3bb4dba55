import { useMemo } from 'react';
import type { MethodResult } from '../../protocol/methods.js';
import { type Answer, useAnswer } from '../connection/use-answer.js';

/** What became of each item of a stored version; it never changes, so it is asked for once. */
export function useReceipt(digest: string): Answer<MethodResult<'package.receipt'>> {
  return useAnswer(
    'package.receipt',
    useMemo(() => ({ key: digest, params: { digest } }), [digest]),
  );
}
