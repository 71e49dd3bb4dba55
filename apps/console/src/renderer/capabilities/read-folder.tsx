import { useState } from 'react';
import { PATH_MAX_LENGTH } from '../../protocol/limits.js';
import { HostError } from '../connection/host-error.js';
import { useCommand } from '../connection/use-command.js';
import { Button } from '../shared/ui/button.js';
import { TextField } from '../shared/ui/field.js';
import { PendingNote } from '../shared/ui/pending-note.js';

/** Reads another folder as a capability package, with what is wrong with it right here. */
export function ReadFolder({ onRead }: { onRead: (folder: string) => void }) {
  const [path, setPath] = useState('');
  const command = useCommand('package.read');
  const read = async (): Promise<void> => {
    const found = await command.run({ folder: path.trim() });
    if (found === null || found.problem !== null) return;
    setPath('');
    onRead(found.folder);
  };
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void read();
      }}
    >
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label="Another folder"
            hint="absolute path of a capability package"
            placeholder="/home/ada/packages/tools"
            value={path}
            maxLength={PATH_MAX_LENGTH}
            onChange={(event) => setPath(event.target.value)}
          />
        </div>
        <Button type="submit" disabled={path.trim() === '' || command.since !== null}>
          Read folder
        </Button>
      </div>
      {command.since !== null && (
        <PendingNote since={command.since} label="reading" onCancel={command.cancel} />
      )}
      {command.error !== null && <HostError error={command.error} />}
    </form>
  );
}
