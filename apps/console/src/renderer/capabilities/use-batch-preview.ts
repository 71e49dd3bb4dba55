import { useEffect, useState } from 'react';
import type { BatchPreview } from '../../protocol/batch.js';
import type { Registry } from '../../protocol/capability-package.js';
import { useConsole } from '../connection/console-context.js';
import { type Command, useCommand } from '../connection/use-command.js';
import { useIsLive } from '../connection/use-is-live.js';

/** What a batch is made of, before it is asked for. Another object is another choice. */
export interface BatchChoice {
  readonly session: string;
  readonly packageGeneration: number;
  readonly packages: readonly string[];
}

export interface PreviewedBatch {
  /** Null until it was compared, and while another choice is. */
  readonly preview: BatchPreview | null;
  /** False while it is compared again, because something was decided or installed meanwhile. */
  readonly isFresh: boolean;
  readonly command: Command<'batch.preview'>;
}

interface Known {
  readonly choice: BatchChoice;
  readonly registry: Registry;
  readonly preview: BatchPreview;
}

/** What a choice of packages would do; null for no choice. */
export function useBatchPreview(choice: BatchChoice | null): PreviewedBatch {
  const command = useCommand('batch.preview');
  const registry = useConsole((state) => state.registry);
  const isLive = useIsLive();
  const [known, setKnown] = useState<Known | null>(null);
  const { run } = command;
  useEffect(() => {
    if (choice === null || !isLive) return;
    let isAsked = true;
    void run({ ...choice, packages: [...choice.packages] }).then((preview) => {
      if (isAsked) setKnown(preview === null ? null : { choice, registry, preview });
    });
    return () => {
      isAsked = false;
    };
  }, [run, choice, registry, isLive]);
  const shown = known?.choice === choice ? known : null;
  return { preview: shown?.preview ?? null, isFresh: shown?.registry === registry, command };
}
