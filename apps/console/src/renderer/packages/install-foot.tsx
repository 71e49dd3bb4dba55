import { ArrowLeft, PackagePlus } from 'lucide-react';
import { useIsLive } from '../connection/use-is-live.js';
import { formatPlural } from '../shared/format/quantity.js';
import { Button } from '../shared/ui/button.js';
import { PendingNote } from '../shared/ui/pending-note.js';
import { StateWord } from '../shared/ui/state-word.js';
import { installationTitle, planObstacle, replacedBy } from './plan-summary.js';
import type { Installation } from './use-installation.js';

interface InstallFootProps {
  readonly installation: Installation;
  /** Id of the form that chooses the folder. */
  readonly sourceForm: string;
  readonly hasFolder: boolean;
  /** Back to the choice of a folder; null where there was none. */
  readonly onBack: (() => void) | null;
  readonly onClose: () => void;
}

/** What can be done next, in words that say what will happen. */
export function InstallFoot(props: InstallFootProps) {
  const { installation, onClose } = props;
  if (installation.stored === null) return <SourceFoot {...props} />;
  if (installation.generation === null) return <PlanFoot {...props} />;
  return (
    <span className="ml-auto">
      <Button onClick={onClose}>Done</Button>
    </span>
  );
}

function SourceFoot({ installation, sourceForm, hasFolder, onClose }: InstallFootProps) {
  const { storing } = installation;
  const isLive = useIsLive();
  return (
    <span className="ml-auto flex items-center gap-2">
      {storing.since !== null && (
        <PendingNote since={storing.since} label="storing" onCancel={storing.cancel} />
      )}
      <Button onClick={onClose}>Cancel</Button>
      <Button
        kind="primary"
        type="submit"
        form={sourceForm}
        disabled={!hasFolder || storing.since !== null || !isLive}
      >
        Store and compare
      </Button>
    </span>
  );
}

function PlanFoot({ installation, onBack, onClose }: InstallFootProps) {
  const { stored, plan, isFresh, decisions, applying } = installation;
  const isLive = useIsLive();
  if (stored === null) return null;
  const obstacle = plan === null ? null : planObstacle(plan);
  const open = plan === null ? 0 : plan.undecided.length - decisions.size;
  return (
    <>
      {onBack !== null && (
        <Button kind="quiet" icon={ArrowLeft} className="-ml-2" onClick={onBack}>
          Other folder
        </Button>
      )}
      <span className="ml-auto flex min-w-0 items-center gap-2">
        {applying.since !== null && (
          <PendingNote since={applying.since} label="installing" onCancel={applying.cancel} />
        )}
        {obstacle === null && open > 0 && applying.since === null && (
          <span className="min-w-0 text-meta">
            <StateWord state="waiting">{formatPlural(open, 'server')} undecided</StateWord>
          </span>
        )}
        {obstacle !== null && (
          <span className="min-w-0 text-meta">
            <StateWord state={plan?.conflicts.length === 0 ? 'unchanged' : 'conflict'}>{obstacle}</StateWord>
          </span>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="primary"
          icon={PackagePlus}
          className="max-w-[400px] min-w-0 shrink"
          disabled={plan === null || !isFresh || obstacle !== null || applying.since !== null || !isLive}
          onClick={() => void installation.apply()}
        >
          <span className="truncate">
            {plan === null ? 'Install' : installationTitle(replacedBy(plan, stored.name), stored)}
          </span>
        </Button>
      </span>
    </>
  );
}
