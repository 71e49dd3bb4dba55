import type { StoredPackage } from '../../protocol/capability-package.js';
import { HostError } from '../connection/host-error.js';
import { useChangeView, useView } from '../navigation/use-view.js';
import { formatShown } from '../shared/format/quantity.js';
import { Button } from '../shared/ui/button.js';
import { CopyButton } from '../shared/ui/copy-button.js';
import { FilterPills } from '../shared/ui/filter-pills.js';
import { PendingNote } from '../shared/ui/pending-note.js';
import { itemCount } from './package-rows.js';
import { receiptItems, receiptText } from './receipt-lines.js';
import { ReceiptList } from './receipt-list.js';
import { ScrollBox } from './scroll-box.js';
import { useReceipt } from './use-receipt.js';

/** What became of every item of a version, to be filtered by outcome and copied. */
export function ReceiptPart({ stored }: { stored: StoredPackage }) {
  const { items: outcome } = useView();
  const changeView = useChangeView();
  const { value, since, error, again } = useReceipt(stored.digest);
  const shown = receiptItems(value?.items ?? [], outcome);
  const all = itemCount(stored);
  return (
    <section aria-label="Receipt" className="flex flex-col gap-1.5">
      <div className="flex min-h-6 items-center gap-2">
        <h4 className="font-medium">Receipt</h4>
        <span className="text-meta text-muted" role="status">
          {value !== null && formatShown(shown.length, all, outcome !== undefined)}
        </span>
        {value !== null && (
          <CopyButton
            isIcon
            label="Copy receipt"
            text={() => receiptText(stored.name, stored.version, value.items)}
            className="-my-1 ml-auto size-6"
          />
        )}
      </div>
      <FilterPills
        label="Outcome"
        options={[
          { value: undefined, label: 'All' },
          { value: 'loaded', label: `Loaded ${stored.loaded}` },
          { value: 'loaded-with-diagnostics', label: `With remarks ${stored.diagnosed}` },
          { value: 'skipped', label: `Skipped ${stored.skipped}` },
        ]}
        value={outcome}
        onChange={(items) => changeView({ items })}
      />
      {since !== null && <PendingNote since={since} label="reading" />}
      {error !== null && <HostError error={error} actions={<Button onClick={again}>Try again</Button>} />}
      {value !== null && shown.length === 0 && <p className="text-muted">No item of this outcome.</p>}
      {shown.length > 0 && (
        <ScrollBox label="Receipt, item by item" className="max-h-[320px] border border-line">
          <ReceiptList label="Items" items={shown} isFramed={false} />
        </ScrollBox>
      )}
    </section>
  );
}
