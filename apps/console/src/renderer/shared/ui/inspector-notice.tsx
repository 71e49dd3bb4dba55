import type { ReactNode } from 'react';
import { InspectorHead } from './inspector-part.js';
import { StateChip } from './state-chip.js';

/** In place of a sheet: what was asked for is not there, or not any more. `children` says which and what to do. */
export function InspectorGone({
  kind,
  title,
  children,
}: {
  readonly kind: string;
  readonly title: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <>
      <InspectorHead kind={kind} title={title}>
        <StateChip state="unknown">not in view</StateChip>
      </InspectorHead>
      <p className="text-muted">
        {children ?? 'It was never there, or it is older than what the console keeps in view.'}
      </p>
    </>
  );
}

/** In place of a sheet while what it shows is asked for: `children` says how far that is. */
export function InspectorLoading({
  kind,
  title,
  children,
}: {
  readonly kind: string;
  readonly title: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <>
      <InspectorHead kind={kind} title={title} />
      <div aria-busy="true" className="flex flex-col gap-2">
        {children}
        <Bar width="w-3/4" />
        <Bar width="w-1/2" />
        <Bar width="w-2/3" />
      </div>
    </>
  );
}

function Bar({ width }: { width: string }) {
  return <div aria-hidden className={`h-3 rounded-chip bg-ink/6 ${width}`} />;
}
