import { CircleDot, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StoredPackage } from '../../protocol/capability-package.js';
import { useConsole } from '../connection/console-context.js';
import { useIsLive } from '../connection/use-is-live.js';
import { openDialog } from '../navigation/dialogs.js';
import { shortDigest } from '../shared/format/digest.js';
import { formatBytes, formatPlural } from '../shared/format/quantity.js';
import { Button } from '../shared/ui/button.js';
import { Digest } from '../shared/ui/digest.js';
import { Fact, Facts } from '../shared/ui/facts.js';
import { InspectorGone } from '../shared/ui/inspector-notice.js';
import { InspectorSheet } from '../shared/ui/inspector-sheet.js';
import { Moment } from '../shared/ui/moment.js';
import { PathText } from '../shared/ui/path-text.js';
import { StateChip } from '../shared/ui/state-chip.js';
import { StateWord } from '../shared/ui/state-word.js';
import { PackageLinks } from './package-links.js';
import { undecidedServers } from './package-rows.js';
import { PackageServers } from './package-servers.js';
import { ReceiptPart } from './receipt-part.js';
import { useStored } from './use-stored.js';
import { useVerification } from './verification.js';
import { versionState } from './version-state.js';

/** One version of a package: what it is, its state, why it is stored, its receipt, its servers, who uses it. */
export function PackageInspector({ digest }: { digest: string }) {
  const stored = useStored(digest);
  const verified = useVerification();
  if (stored === undefined) {
    return (
      <InspectorGone kind="Package" title={shortDigest(digest)}>
        This version is not in the store: it was deleted, or nobody kept it any more.
      </InspectorGone>
    );
  }
  return (
    <InspectorSheet
      kind="Package"
      title={
        <>
          {stored.name} <span className="font-text text-muted">{stored.version}</span>
        </>
      }
      chips={
        <>
          <StateChip state={stored.state} />
          {versionState(stored, verified) === 'damaged' && <StateChip state="damaged" />}
          {undecidedServers(stored).length > 0 && <StateChip state="undecided" />}
        </>
      }
      actions={<Actions stored={stored} />}
      what={<What stored={stored} />}
      state={
        <div className="flex flex-col gap-4">
          <State stored={stored} />
          <PackageServers stored={stored} />
          <ReceiptPart stored={stored} />
        </div>
      }
      why={<Why stored={stored} />}
      links={<PackageLinks stored={stored} />}
      raw={stored}
    />
  );
}

function Actions({ stored }: { stored: StoredPackage }): ReactNode {
  const { name, digest, state } = stored;
  const isLive = useIsLive();
  if (state === 'in-force') {
    return (
      <Button
        kind="danger"
        icon={Trash2}
        disabled={!isLive}
        onClick={() => openDialog({ kind: 'remove-package', name })}
      >
        Remove…
      </Button>
    );
  }
  return (
    <>
      <Button
        icon={CircleDot}
        disabled={!isLive}
        onClick={() => openDialog({ kind: 'install-package', digest })}
      >
        Put in force…
      </Button>
      {state === 'unused' && (
        <Button
          kind="danger"
          icon={Trash2}
          disabled={!isLive}
          onClick={() => openDialog({ kind: 'delete-version', digest })}
        >
          Delete…
        </Button>
      )}
    </>
  );
}

function What({ stored }: { stored: StoredPackage }) {
  return (
    <Facts>
      <Fact name="digest">
        <Digest digest={stored.digest} hasCopy />
      </Fact>
      <Fact name="content">
        {formatPlural(stored.fileCount, 'file')}, {formatBytes(stored.bytes)}
      </Fact>
      <Fact name="came from">
        <PathText>{stored.source}</PathText>
      </Fact>
    </Facts>
  );
}

function State({ stored }: { stored: StoredPackage }) {
  const generations = useConsole((state) => state.registry.generations);
  const since = generations.findLast((item, index) => {
    const before = generations[index - 1];
    const has = (packages: typeof item.packages | undefined): boolean =>
      packages?.some((other) => other.digest === stored.digest) === true;
    return has(item.packages) && !has(before?.packages);
  });
  return (
    <Facts>
      <Fact name="stored">
        <Moment at={stored.installedAt} hasAge />
      </Fact>
      {stored.damage !== undefined && (
        <Fact name="receipt">
          <StateWord state="damaged">
            cannot be read: {stored.damage}. Install its folder again to repair it.
          </StateWord>
        </Fact>
      )}
      {stored.state === 'in-force' && since !== undefined && (
        <Fact name="in force">
          since generation {since.generation}, <Moment at={since.publishedAt} />
        </Fact>
      )}
    </Facts>
  );
}

function Why({ stored }: { stored: StoredPackage }) {
  if (stored.state === 'in-force') return <p>It is part of the package generation in force.</p>;
  if (stored.state === 'unused' && stored.holders.length === 0) {
    return <p>It was stored and never put in force; nobody keeps it, so it can be deleted.</p>;
  }
  return (
    <div className="flex flex-col gap-1">
      <p>It is not in force any more. It stays stored while these keep it:</p>
      <ul aria-label="Kept by" className="list-disc pl-4">
        {stored.holders.map((holder) => (
          <li key={holder}>{holder}</li>
        ))}
      </ul>
    </div>
  );
}
