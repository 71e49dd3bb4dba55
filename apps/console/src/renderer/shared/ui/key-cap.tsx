/** A key as it stands on the keyboard. */
export function KeyCap({ children }: { children: string }) {
  return (
    <kbd className="inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-chip border border-edge px-1 font-mono text-label text-muted">
      {children}
    </kbd>
  );
}
