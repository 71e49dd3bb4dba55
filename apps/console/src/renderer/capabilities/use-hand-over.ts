import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { useCloseOwnDialog } from '../navigation/dialogs.js';
import { useBatch } from '../sessions/use-session.js';

/**
 * Closes the dialog that applies a batch as soon as that is under way, and leads to the screen whose board shows how it
 * goes and ends. A refusal before that stays in the dialog, and so does a choice during the batch of another page.
 *
 * @returns does the same at once, for a batch that is over already.
 */
export function useHandOver(session: string, isApplying: boolean): () => void {
  const closeOwn = useCloseOwnDialog();
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isThere = path === `/capabilities/${session}`;
  const handOver = useCallback(() => {
    if (!closeOwn() || isThere) return;
    void navigate({ to: '/capabilities/$session', params: { session }, hash: 'batch' });
  }, [closeOwn, navigate, isThere, session]);
  const newest = useBatch(session)?.id;
  const known = useRef(newest);
  const wasApplying = useRef(isApplying);
  useEffect(() => {
    // A batch that fails at once may be over when it is first seen.
    const isOwn = isApplying || wasApplying.current;
    wasApplying.current = isApplying;
    if (newest === known.current) return;
    known.current = newest;
    if (isOwn) handOver();
  }, [newest, isApplying, handOver]);
  return handOver;
}
