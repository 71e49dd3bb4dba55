import { useRouterState } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useRef } from 'react';
import { focusSelection } from '../navigation/inspector-focus.js';
import { useShortcut } from '../navigation/use-shortcut.js';
import { useChangeView, useView } from '../navigation/use-view.js';
import { KeyCap } from '../shared/ui/key-cap.js';

/** Filters the table of the screen; screens without one do not show it. */
export function FilterField() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  if (path.startsWith('/runs/')) return <Field label="Filter steps" />;
  if (path.startsWith('/runs')) return <Field label="Filter runs" />;
  if (path.startsWith('/activity')) return <Field label="Filter activity" />;
  if (path.startsWith('/packages')) return <Field label="Filter packages" />;
  if (path.startsWith('/capabilities/')) return <Field label="Filter capabilities" />;
  return null;
}

function Field({ label }: { label: string }) {
  const { filter } = useView();
  const changeView = useChangeView();
  const field = useRef<HTMLInputElement>(null);
  useShortcut('filter', () => field.current?.focus());
  return (
    <span className="relative flex min-w-0 items-center">
      <Search aria-hidden size={14} className="absolute left-2.5 text-muted" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder="Filter"
        spellCheck={false}
        autoComplete="off"
        value={filter ?? ''}
        onChange={(event) =>
          changeView({ filter: event.target.value === '' ? undefined : event.target.value })
        }
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          changeView({ filter: undefined });
          focusSelection(document);
        }}
        className="h-7 w-44 min-w-0 rounded-box border border-edge bg-surface pr-2 pl-8 placeholder:text-muted wide:w-60"
      />
      {(filter ?? '') === '' && (
        <span aria-hidden className="pointer-events-none absolute right-1.5 flex tiny:hidden">
          <KeyCap>/</KeyCap>
        </span>
      )}
    </span>
  );
}
