import type { ReactNode } from 'react';
import { InspectorHead, InspectorPart, RawPart } from './inspector-part.js';

export interface InspectorSheetProps {
  /** What kind of thing it is, in a word or two: `Generation`, `Package`. */
  readonly kind: string;
  /** What it is called. */
  readonly title: ReactNode;
  /** Its state as chips. */
  readonly chips?: ReactNode;
  /** Buttons for what can be done with it. */
  readonly actions?: ReactNode;
  /** What it is: its id, what it holds. */
  readonly what: ReactNode;
  /** How it stands, and since when. */
  readonly state: ReactNode;
  /** Why it is there, or still there; null where there is nothing to say. */
  readonly why?: ReactNode;
  /** What it belongs to and what belongs to it, as links into the inspector or to other screens. */
  readonly links?: ReactNode;
  /** What the host said. */
  readonly raw: unknown;
}

/** The inspector says the same in the same order about everything: what it is, its state, why, its links, raw. */
export function InspectorSheet({
  kind,
  title,
  chips,
  actions,
  what,
  state,
  why = null,
  links = null,
  raw,
}: InspectorSheetProps) {
  return (
    <>
      <InspectorHead kind={kind} title={title}>
        {chips !== undefined && <div className="flex max-w-full flex-wrap gap-1.5">{chips}</div>}
      </InspectorHead>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      <InspectorPart title="What it is">{what}</InspectorPart>
      <InspectorPart title="State">{state}</InspectorPart>
      {why !== null && <InspectorPart title="Why">{why}</InspectorPart>}
      {links !== null && (
        <div className="[&_a]:text-accent">
          <InspectorPart title="Links">{links}</InspectorPart>
        </div>
      )}
      <RawPart value={raw} />
    </>
  );
}
