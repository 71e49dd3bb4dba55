import { Check, CircleX, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, IconButton } from './button.js';

/** How long the button says that it has copied. */
const SAID_MS = 1_500;

type Outcome = 'idle' | 'copied' | 'failed';

const ICONS = { idle: Copy, copied: Check, failed: CircleX } as const;

/** Copies a text; `label` says which. With `isIcon` the words are only its name. */
export function CopyButton({
  label,
  text,
  isIcon = false,
  kind = 'quiet',
  className = '',
}: {
  readonly label: string;
  /** Or what makes it; a promise that is rejected shows as a copy that was refused. */
  readonly text: string | (() => string | Promise<string>);
  readonly isIcon?: boolean;
  readonly kind?: 'quiet' | 'plain';
  readonly className?: string;
}) {
  const [outcome, setOutcome] = useState<Outcome>('idle');
  useEffect(() => {
    if (outcome === 'idle') return;
    const timer = setTimeout(() => setOutcome('idle'), SAID_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = (): void => {
    void writeText(text).then(setOutcome);
  };
  const said = outcome === 'idle' ? label : outcome === 'copied' ? 'Copied' : 'Copying was refused';
  if (isIcon) {
    return <IconButton label={said} icon={ICONS[outcome]} onClick={copy} className={className} />;
  }
  return (
    <Button kind={kind} icon={ICONS[outcome]} onClick={copy} className={className}>
      <span aria-live="polite">{said}</span>
    </Button>
  );
}

async function writeText(text: string | (() => string | Promise<string>)): Promise<Outcome> {
  try {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
    return 'copied';
  } catch {
    return 'failed';
  }
}
