import { useChangeView, useView } from '../navigation/use-view.js';
import { FilterPills } from '../shared/ui/filter-pills.js';
import { kindCounts } from './catalog-rows.js';

/** Keeps one kind of what is listed, or all; not shown where there is only one. */
export function KindPills({ items }: { items: readonly { readonly kind: string }[] }) {
  const { kind } = useView();
  const changeView = useChangeView();
  const kinds = kindCounts(items);
  if (kinds.length < 2 && kind === undefined) return null;
  return (
    <FilterPills
      label="Kind"
      value={kind}
      onChange={(next) => changeView({ kind: next })}
      options={[
        { value: undefined, label: `all ${items.length}` },
        ...kinds.map((item) => ({ value: item.kind, label: `${item.kind} ${item.count}` })),
      ]}
    />
  );
}
