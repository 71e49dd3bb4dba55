import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { IconButton } from './button.js';

const WIDTHS = { small: 'w-[480px]', large: 'w-[720px]' } as const;

/** Where the work in a window begins. */
const FIRST_FIELD = 'input:checked, input:not([type=radio]):not(:disabled), textarea';

/**
 * A modal window: title, what it is about, content that scrolls, actions at its foot. It hangs from a fixed edge and
 * grows downward: nothing moves away under the pointer when something of it arrives later.
 */
export function Window({
  title,
  description,
  width = 'small',
  onClose,
  footer,
  children,
}: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly width?: keyof typeof WIDTHS;
  readonly onClose: () => void;
  readonly footer?: ReactNode;
  readonly children?: ReactNode;
}) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 bg-veil motion-safe:animate-appear" />
        <Dialog.Popup
          ref={popup}
          initialFocus={() => popup.current?.querySelector<HTMLElement>(FIRST_FIELD) ?? true}
          className={`fixed top-(--window-top) left-1/2 flex max-h-[calc(100vh-var(--window-top)-24px)] max-w-[calc(100vw-32px)] -translate-x-1/2 flex-col rounded-window border border-edge bg-surface shadow-float outline-none motion-safe:animate-appear ${WIDTHS[width]}`}
        >
          <header className="flex items-start gap-3 px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <Dialog.Title className="text-head">{title}</Dialog.Title>
              {description !== undefined && (
                <Dialog.Description className="text-muted">{description}</Dialog.Description>
              )}
            </div>
            <Dialog.Close render={<IconButton label="Close" icon={X} className="-mr-1.5" />} />
          </header>
          {children !== undefined && (
            <div className="flex min-h-0 flex-col gap-4 overflow-y-auto px-5 pb-4">{children}</div>
          )}
          {footer !== undefined && (
            <footer className="flex items-center gap-2 border-t border-line px-5 py-3">{footer}</footer>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
