import type { KeyboardEvent, ReactNode } from 'react';
import type { Selection } from '../navigation/selection.js';
import { useSelect } from '../navigation/use-view.js';

/** A part of the drawing that can be selected, by pointer and by keyboard. */
export function ReelPart({
  label,
  selection,
  isSelected,
  children,
}: {
  readonly label: string;
  readonly selection: Selection;
  readonly isSelected: boolean;
  readonly children: ReactNode;
}) {
  const select = useSelect();
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    select(selection);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: there are no buttons inside a drawing
    <g
      role="button"
      tabIndex={0}
      aria-label={label}
      aria-pressed={isSelected}
      onClick={() => select(selection)}
      onKeyDown={press}
      className="group outline-none"
    >
      {children}
    </g>
  );
}
