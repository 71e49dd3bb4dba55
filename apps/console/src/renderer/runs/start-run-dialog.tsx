import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PROMPT_MAX_LENGTH } from '../../protocol/limits.js';
import { useConsole } from '../connection/console-context.js';
import { HostError } from '../connection/host-error.js';
import { useCommand } from '../connection/use-command.js';
import { useIsLive } from '../connection/use-is-live.js';
import { closeDialog, useCloseOwnDialog } from '../navigation/dialogs.js';
import { formatSelection } from '../navigation/selection.js';
import type { ViewSearch } from '../navigation/view-search.js';
import { Button } from '../shared/ui/button.js';
import { Choices } from '../shared/ui/choices.js';
import { Digest } from '../shared/ui/digest.js';
import { TextArea } from '../shared/ui/field.js';
import { PendingNote } from '../shared/ui/pending-note.js';
import { StateChip } from '../shared/ui/state-chip.js';
import { Window } from '../shared/ui/window.js';

/** Starts a run: in which session, what it replays, with which words. Says which generation it will be pinned to. */
export function StartRunDialog({ session: given }: { session: string | null }) {
  const sessions = useConsole((state) => state.sessions);
  const rehearsals = useConsole((state) => state.rehearsals);
  const open = sessions.filter((session) => session.state === 'open');
  const [sessionId, setSessionId] = useState(given ?? open.at(-1)?.id ?? '');
  const [name, setName] = useState(rehearsals[0]?.name ?? '');
  const [words, setWords] = useState<string | null>(null);
  const command = useCommand('run.start');
  const closeOwn = useCloseOwnDialog();
  const isLive = useIsLive();
  const navigate = useNavigate();

  const session = open.find((item) => item.id === sessionId);
  const rehearsal = rehearsals.find((item) => item.name === name);
  const prompt = words ?? rehearsal?.prompt ?? '';

  const start = async (): Promise<void> => {
    const started = await command.run({ session: sessionId, rehearsal: name, prompt });
    if (started === null) return;
    closeOwn();
    const select = formatSelection({ kind: 'run', id: started.run });
    await navigate({ to: '.', search: (view: ViewSearch) => ({ ...view, select }) });
  };

  return (
    <Window
      title="Start a run"
      onClose={closeDialog}
      footer={
        <>
          {session !== undefined && (
            <span className="flex min-w-0 flex-wrap items-center gap-2 text-meta text-muted">
              will be pinned to
              <StateChip state="pinned">generation {session.stamp.generation}</StateChip>
              <Digest digest={session.stamp.digest} />
            </span>
          )}
          <span className="ml-auto flex items-center gap-2">
            {command.since !== null && (
              <PendingNote since={command.since} label="starting" onCancel={command.cancel} />
            )}
            <Button onClick={closeDialog}>Cancel</Button>
            <Button
              kind="primary"
              disabled={
                session === undefined ||
                rehearsal === undefined ||
                prompt.trim() === '' ||
                command.since !== null ||
                !isLive
              }
              onClick={() => void start()}
            >
              Start run
            </Button>
          </span>
        </>
      }
    >
      {given === null && (
        <Choices
          legend="Session"
          empty="No session is open."
          value={sessionId}
          onChange={setSessionId}
          options={[...open].reverse().map((item) => ({
            value: item.id,
            label: item.id,
            note: `generation ${item.stamp.generation}`,
          }))}
        />
      )}
      <Choices
        legend="Rehearsal"
        empty="The project has no rehearsal."
        value={name}
        onChange={(next) => {
          setName(next);
          setWords(null);
        }}
        options={rehearsals.map((item) => ({ value: item.name, label: item.title, note: item.name }))}
      />
      <TextArea
        label="Prompt"
        value={prompt}
        maxLength={PROMPT_MAX_LENGTH}
        onChange={(event) => setWords(event.target.value)}
      />
      {command.error !== null && <HostError error={command.error} />}
    </Window>
  );
}
