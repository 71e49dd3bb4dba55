import { useState } from 'react';
import type { PackageFolder } from '../../protocol/capability-package.js';
import type { ErrorReport } from '../../protocol/error-report.js';
import { PATH_MAX_LENGTH } from '../../protocol/limits.js';
import { HostError } from '../connection/host-error.js';
import { useCommand } from '../connection/use-command.js';
import { Button } from '../shared/ui/button.js';
import { TextField } from '../shared/ui/field.js';
import { PendingNote } from '../shared/ui/pending-note.js';

/** Reads another folder as a capability package, with what is wrong with it right here. */
export function ReadFolder({ onRead }: { onRead: (found: PackageFolder) => void }) {
  const [path, setPath] = useState('');
  const [problem, setProblem] = useState<ErrorReport | null>(null);
  const command = useCommand('package.read');
  const error = command.error ?? problem;
  const read = async (): Promise<void> => {
    const found = await command.run({ folder: path.trim() });
    setProblem(found?.problem ?? null);
    if (found === null || found.problem !== null) return;
    setPath('');
    onRead(found);
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
      {error !== null && <HostError error={error} />}
    </form>
  );
}
