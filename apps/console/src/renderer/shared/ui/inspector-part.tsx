import { type ReactNode, useId } from 'react';

/** A part of the inspector, with a small heading. */
export function InspectorPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1.5">
      <h3 id={id} className="text-label font-medium tracking-[0.06em] text-muted uppercase">
        {title}
      </h3>
      {children}
    </section>
  );
}

/** The head of the inspector: what is selected and in which state. */
export function InspectorHead({
  kind,
  title,
  children,
}: {
  /** What kind of thing it is; left out where the title says it. */
  readonly kind?: string;
  readonly title: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <div className="max-w-full pr-16">
        {kind !== undefined && (
          <p className="text-label font-medium tracking-[0.06em] text-muted uppercase">{kind}</p>
        )}
        <h2 className="text-head break-words">{title}</h2>
      </div>
      {children}
    </div>
  );
}

/** What the host said, as it said it. */
export function RawPart({ value }: { value: unknown }) {
  return (
    <details>
      <summary className="rounded-chip text-label font-medium tracking-[0.06em] text-muted uppercase hover:text-ink">
        Raw
      </summary>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="mt-1.5 max-h-80 overflow-auto rounded-box border border-line bg-paper p-2 font-mono text-meta"
      >
        {JSON.stringify(value, null, 2)}
      </pre>
    </details>
  );
}
