import type { StoredPackage } from '../../protocol/capability-package.js';
import { HostError } from '../connection/host-error.js';
import { formatShown } from '../shared/format/quantity.js';
import { Button } from '../shared/ui/button.js';
import { ReceiptCounts } from './receipt-counts.js';
import { notedItems } from './receipt-lines.js';
import { ReceiptList } from './receipt-list.js';
import { useReceipt } from './use-receipt.js';

/** What became of a package's items, with those that need a look: what was skipped and why, and what has remarks. */
export function ReceiptSummary({ stored }: { stored: StoredPackage }) {
  const { value, error, again } = useReceipt(stored.digest);
  const { shown, count } = notedItems(value?.items ?? []);
  return (
    <section aria-label="Receipt" className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3">
        <h3>Receipt</h3>
        <ReceiptCounts stored={stored} />
      </div>
      {shown.length > 0 && <ReceiptList label="Items with remarks" items={shown} />}
      {shown.length < count && (
        <p className="text-meta text-muted">
          {formatShown(shown.length, count, false)} with remarks; the inspector of the package shows all.
        </p>
      )}
      {error !== null && <HostError error={error} actions={<Button onClick={again}>Try again</Button>} />}
    </section>
  );
}
