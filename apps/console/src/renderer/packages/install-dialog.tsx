import { useId, useState } from 'react';
import { useConsole } from '../connection/console-context.js';
import { HostError } from '../connection/host-error.js';
import { closeDialog } from '../navigation/dialogs.js';
import { StateWord } from '../shared/ui/state-word.js';
import { Window } from '../shared/ui/window.js';
import { FocusedPart } from './focused-part.js';
import { InstallFoot } from './install-foot.js';
import { InstallPlan } from './install-plan.js';
import { InstallSource } from './install-source.js';
import { NextStep } from './next-step.js';
import { useInstallation } from './use-installation.js';

/**
 * Puts a package version in force: a folder is stored, or a stored version is taken; then it is shown what that would
 * change, and only then it is done. Nothing of the package runs here.
 */
export function InstallDialog({ digest }: { digest: string | null }) {
  const installation = useInstallation(digest);
  const first = useConsole((state) => state.registry.suggestions[0]?.folder ?? '');
  const [folder, setFolder] = useState(first);
  const form = useId();
  const { stored, generation, giveUp } = installation;
  const close = (): void => {
    giveUp();
    closeDialog();
  };
  return (
    <Window
      title={
        digest === null || stored === null
          ? 'Install a package'
          : `Put ${stored.name} ${stored.version} in force`
      }
      description={stored === null ? INTENT : undefined}
      width="large"
      onClose={close}
      footer={
        <InstallFoot
          installation={installation}
          sourceForm={form}
          hasFolder={folder !== ''}
          onBack={digest === null ? giveUp : null}
          onClose={close}
        />
      }
    >
      {stored === null && (
        <InstallSource
          form={form}
          folder={folder}
          onChange={setFolder}
          onSubmit={() => void installation.store(folder)}
          storing={installation.storing}
        />
      )}
      {stored !== null && generation === null && (
        <FocusedPart key="plan">
          <InstallPlan stored={stored} installation={installation} />
        </FocusedPart>
      )}
      {stored !== null && generation !== null && (
        <FocusedPart key="done">
          <p role="status">
            <StateWord state="in-force">
              {stored.name} {stored.version} is in force in package generation {generation}.
            </StateWord>
          </p>
          {installation.deciding.error !== null && <HostError error={installation.deciding.error} />}
          <NextStep packageGeneration={generation} changed={[stored.name]} />
        </FocusedPart>
      )}
    </Window>
  );
}

const INTENT =
  'The folder is copied into the store. Nothing of it is started, and nothing is in force before you have seen what it changes.';
