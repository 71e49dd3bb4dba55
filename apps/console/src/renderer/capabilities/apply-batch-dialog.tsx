import { Layers } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { BatchPreview } from '../../protocol/batch.js';
import { useConsole } from '../connection/console-context.js';
import { HostError } from '../connection/host-error.js';
import { useCommand } from '../connection/use-command.js';
import { useIsLive } from '../connection/use-is-live.js';
import { type BatchPreset, closeDialog, useCloseOwnDialog } from '../navigation/dialogs.js';
import { InstallButton } from '../packages/install-button.js';
import { ReasonField, reasonOf } from '../packages/reason-field.js';
import { useBatch, useGenerations } from '../sessions/use-session.js';
import { formatPlural } from '../shared/format/quantity.js';
import { Button } from '../shared/ui/button.js';
import { EmptyState } from '../shared/ui/empty-state.js';
import { PendingNote } from '../shared/ui/pending-note.js';
import { StateWord } from '../shared/ui/state-word.js';
import { Window } from '../shared/ui/window.js';
import { PreviewOfBatch } from './batch-preview.js';
import { BatchServers } from './batch-servers.js';
import {
  firstChoice,
  firstGeneration,
  packageOptions,
  packagesThatGo,
  togglePackage,
} from './package-choice.js';
import { PackageGenerationField } from './package-generation-field.js';
import { PackageList } from './package-list.js';
import { useBatchPreview } from './use-batch-preview.js';

const NOTHING = [] as const;

/** Chooses the packages of the next generation, shows what that would change, and only then applies it. */
export function ApplyBatchDialog({ session, preset }: { session: string; preset?: BatchPreset | undefined }) {
  const generations = useConsole((state) => state.registry.generations);
  const held = useGenerations(session).findLast((item) => item.state === 'current')?.packages ?? NOTHING;
  const batch = useBatch(session);
  const [asked, setAsked] = useState(() => firstGeneration(generations, preset)?.generation);
  const [ticked, setTicked] = useState<readonly string[] | null>(preset?.packages ?? null);
  const [reason, setReason] = useState('');
  const applying = useCommand('batch.apply');
  const closeOwn = useCloseOwnDialog();
  const isLive = useIsLive();
  const batchBefore = useRef(batch?.id);

  const source = generations.find((item) => item.generation === asked) ?? generations.at(-1);
  const options = useMemo(() => (source === undefined ? [] : packageOptions(source, held)), [source, held]);
  const choice = useMemo(() => {
    if (source === undefined) return null;
    const wanted = ticked ?? firstChoice(source, held);
    const packages = source.packages.map((item) => item.name).filter((name) => wanted.includes(name));
    if (packages.length === 0 && held.length === 0) return null;
    return { session, packageGeneration: source.generation, packages };
  }, [session, source, ticked, held]);
  const { preview, isFresh, command: previewing } = useBatchPreview(choice);
  const chosen = choice?.packages ?? NOTHING;

  // Once there is a batch, the board behind shows it and how it ended; a refusal before that stays here.
  const isTaken = batch !== undefined && batch.id !== batchBefore.current;
  useEffect(() => {
    if (isTaken) closeDialog();
  }, [isTaken]);

  const apply = async (): Promise<void> => {
    if (choice === null) return;
    const done = await applying.run({ ...choice, packages: [...choice.packages], reason: reasonOf(reason) });
    if (done !== null) closeOwn();
  };
  const isEmpty = options.length === 0 && held.length === 0;
  const undecided = preview?.undecided.length ?? 0;

  return (
    <Window
      title={`Apply a batch to ${session}`}
      description="Everything is prepared first and published as one; if anything fails, nothing was ever visible."
      width="large"
      onClose={closeDialog}
      footer={
        <span className="ml-auto flex items-center gap-2">
          {applying.since !== null && (
            <PendingNote since={applying.since} label="applying" onCancel={applying.cancel} />
          )}
          {undecided > 0 && applying.since === null && (
            <span className="text-meta">
              <StateWord state="waiting">Decide about {formatPlural(undecided, 'server')} first</StateWord>
            </span>
          )}
          <Button onClick={closeDialog}>Cancel</Button>
          {!isEmpty && (
            <Button
              kind="primary"
              icon={Layers}
              disabled={!canApply(preview, isFresh) || applying.since !== null || !isLive}
              onClick={() => void apply()}
            >
              {preview === null ? 'Apply' : `Apply as generation ${preview.target.generation}`}
            </Button>
          )}
        </span>
      }
    >
      {isEmpty ? (
        <EmptyState action={<InstallButton />}>
          No package is in force in package generation {source?.generation ?? 0}: a batch is made of installed
          packages.
        </EmptyState>
      ) : (
        <>
          {source !== undefined && (
            <PackageGenerationField
              generations={generations}
              value={source.generation}
              onChange={(next) => {
                applying.reset();
                setAsked(next);
              }}
            />
          )}
          <PackageList
            options={options}
            gone={source === undefined ? [] : packagesThatGo(source, held)}
            chosen={chosen}
            onToggle={(name) => {
              applying.reset();
              setTicked(togglePackage(chosen, name));
            }}
          />
        </>
      )}
      {choice === null && !isEmpty && (
        <p className="text-muted">Choose at least one package to see what applying it would change.</p>
      )}
      {previewing.since !== null && (
        <PendingNote since={previewing.since} label="comparing" onCancel={previewing.cancel} />
      )}
      {previewing.error !== null && <HostError error={previewing.error} />}
      {preview !== null && <BatchServers preview={preview} reason={reasonOf(reason)} />}
      {preview !== null && <PreviewOfBatch preview={preview} />}
      {!isEmpty && <ReasonField value={reason} onChange={setReason} />}
      {applying.error !== null && <HostError error={applying.error} />}
    </Window>
  );
}

function canApply(preview: BatchPreview | null, isFresh: boolean): boolean {
  return preview !== null && isFresh && preview.undecided.length === 0;
}
