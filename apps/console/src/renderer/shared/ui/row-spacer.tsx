/** Stands for the rows of a table that are not in the document. */
export function RowSpacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      {/* Spans no columns: which of them are shown is up to the width. */}
      <td style={{ height }} />
    </tr>
  );
}
