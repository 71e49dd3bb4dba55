import { type ComponentProps, type ReactNode, useId } from 'react';

const BOX =
  'w-full rounded-box border border-edge bg-paper px-2.5 text-base placeholder:text-muted focus-visible:outline-offset-0';

interface Labelled {
  readonly label: string;
  readonly hint?: ReactNode;
}

export function TextField({ label, hint, ...rest }: Labelled & ComponentProps<'input'>) {
  const id = useId();
  return (
    <Labelling id={id} label={label} hint={hint}>
      <input id={id} type="text" spellCheck={false} autoComplete="off" {...rest} className={`h-7 ${BOX}`} />
    </Labelling>
  );
}

export function TextArea({ label, hint, ...rest }: Labelled & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <Labelling id={id} label={label} hint={hint}>
      <textarea id={id} rows={3} {...rest} className={`resize-y py-1.5 ${BOX}`} />
    </Labelling>
  );
}

function Labelling({ id, label, hint, children }: Labelled & { id: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-baseline gap-2">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint !== undefined && <span className="text-meta text-muted">{hint}</span>}
      </div>
      {children}
    </div>
  );
}
