import { Radio } from 'lucide-react';
import { useIsLive } from '../connection/use-is-live.js';
import { useLive } from '../navigation/use-live.js';
import { useShortcut } from '../navigation/use-shortcut.js';
import { Button } from '../shared/ui/button.js';

/** Live on and off, for a view that follows what is new. */
export function LiveToggle() {
  const { isLive, setLive } = useLive();
  const isConnected = useIsLive();
  const toggle = (): void => setLive(!isLive);
  useShortcut('live', toggle);
  return (
    <Button
      kind="quiet"
      icon={Radio}
      aria-label="Live updates"
      aria-pressed={isLive}
      title={isLive ? 'Follows what is new (.)' : 'What is new waits (.)'}
      onClick={toggle}
      className={isLive && isConnected ? 'text-ok hover:text-ok' : ''}
    >
      <span className="tiny:hidden">{isLive ? 'Live' : 'Live off'}</span>
    </Button>
  );
}
