import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

const KINDS = {
  primary: 'bg-ink text-paper border-ink hover:bg-ink/88 active:bg-ink/80',
  plain: 'bg-surface text-ink border-edge hover:bg-ink/5 active:bg-ink/10',
  danger: 'bg-surface text-bad border-edge hover:bg-bad/8 active:bg-bad/14',
  quiet: 'border-transparent text-muted hover:bg-ink/6 hover:text-ink active:bg-ink/10',
} as const;

export interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: keyof typeof KINDS;
  readonly icon?: LucideIcon;
}

export function Button({ kind = 'plain', icon: Icon, children, className = '', ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`inline-flex h-7 shrink-0 items-center justify-center gap-1.5 rounded-box border px-2.5 text-base font-medium whitespace-nowrap disabled:cursor-not-allowed disabled:opacity-45 ${KINDS[kind]} ${className}`}
    >
      {Icon !== undefined && <Icon aria-hidden size={14} strokeWidth={2} />}
      {children}
    </button>
  );
}

/** A button that is only an icon; `label` is its name, and its tooltip. */
export function IconButton({
  label,
  icon: Icon,
  className = '',
  ...rest
}: ComponentProps<'button'> & { readonly label: string; readonly icon: LucideIcon }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`inline-flex size-7 shrink-0 items-center justify-center rounded-box text-muted hover:bg-ink/6 hover:text-ink active:bg-ink/10 disabled:opacity-50 ${className}`}
    >
      <Icon aria-hidden size={15} strokeWidth={2} />
    </button>
  );
}
