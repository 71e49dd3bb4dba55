import type { PackageItem } from '../../protocol/capability-package.js';
import { KindIcon } from '../capabilities/kind-icon.js';
import { StateWord } from '../shared/ui/state-word.js';
import { placeOf } from './receipt-lines.js';

/** Items of a package, each with what became of it and every remark about it. */
export function ReceiptList({
  label,
  items,
  isFramed = true,
}: {
  readonly label: string;
  readonly items: readonly PackageItem[];
  /** False where it lies in a frame already. */
  readonly isFramed?: boolean;
}) {
  return (
    <ul aria-label={label} className={`text-meta ${isFramed ? 'rounded-box border border-line' : ''}`}>
      {items.map((item) => (
        <li
          key={`${item.kind} ${item.path} ${item.name}`}
          className="flex flex-col gap-0.5 border-line px-2.5 py-1 not-first:border-t"
        >
          <div className="flex items-center gap-2">
            <KindIcon kind={item.kind} />
            <span className="min-w-0 truncate" title={`${item.name}, ${item.path}`}>
              <span className="font-medium">{item.name}</span> <span className="text-muted">{item.kind}</span>
            </span>
            <span className="ml-auto shrink-0">
              <StateWord state={item.outcome} />
            </span>
          </div>
          {item.diagnostics.map((remark, index) => (
            <p key={index} className="pl-[22px] break-words text-muted">
              <code className="font-mono">{placeOf(remark)}</code> {remark.reason}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}
