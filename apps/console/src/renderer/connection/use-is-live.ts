import { useConnection } from './console-context.js';

/** True while the host listens: actions are offered only then. */
export function useIsLive(): boolean {
  const { phase } = useConnection();
  return phase === 'live' || phase === 'healing';
}
