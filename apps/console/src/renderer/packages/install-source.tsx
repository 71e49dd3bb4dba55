import { useState } from 'react';
import { PATH_MAX_LENGTH } from '../../protocol/limits.js';
import { useConsole } from '../connection/console-context.js';
import { HostError } from '../connection/host-error.js';
import { TextField } from '../shared/ui/field.js';
import { PathTail } from '../shared/ui/path-tail.js';
import { StateWord } from '../shared/ui/state-word.js';
import type { Installation } from './use-installation.js';

/** Which folder is to be installed: one that the project suggests, or one that is typed. */
export function InstallSource({
  form,
  folder,
  onChange,
  onSubmit,
  storing,
}: {
  /** Id of the form, so that a button outside of it can send it. */
  readonly form: string;
  readonly folder: string;
  readonly onChange: (folder: string) => void;
  readonly onSubmit: () => void;
  readonly storing: Installation['storing'];
}) {
  const suggestions = useConsole((state) => state.registry.suggestions);
  const packages = useConsole((state) => state.registry.packages);
  const [typed, setTyped] = useState('');
  const choose = (next: string): void => {
    storing.reset();
    onChange(next);
  };
  return (
    <form
      id={form}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (folder !== '' && storing.since === null) onSubmit();
      }}
    >
      {suggestions.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="pb-1 font-medium">From the project</legend>
          <div className="max-h-[248px] overflow-y-auto rounded-box border border-line">
            {suggestions.map((suggestion) => {
              const isStored = packages.some((stored) => stored.source === suggestion.folder);
              return (
                <label
                  key={suggestion.folder}
                  className="flex min-h-[34px] items-center gap-2.5 border-line px-2.5 py-1 not-first:border-t hover:bg-ink/4 has-checked:bg-accent/8"
                >
                  <input
                    type="radio"
                    name="folder"
                    checked={folder === suggestion.folder}
                    onChange={() => {
                      setTyped('');
                      choose(suggestion.folder);
                    }}
                    className="accent-accent"
                  />
                  <span className="max-w-[50%] shrink-0 truncate font-medium" title={suggestion.name}>
                    {suggestion.name}
                  </span>
                  <PathTail>{suggestion.folder}</PathTail>
                  {isStored && (
                    <span className="ml-auto shrink-0 text-meta">
                      <StateWord state="changed">changed since it was stored</StateWord>
                    </span>
                  )}
                </label>
              );
            })}
          </div>
        </fieldset>
      )}
      <TextField
        label={suggestions.length > 0 ? 'Another folder' : 'Folder'}
        hint="absolute path of a package: a folder, a .tgz or a .zip"
        placeholder="/home/ada/packages/tools"
        value={typed}
        maxLength={PATH_MAX_LENGTH}
        onChange={(event) => {
          setTyped(event.target.value);
          choose(event.target.value.trim());
        }}
      />
      {storing.error !== null && <HostError error={storing.error} />}
    </form>
  );
}
