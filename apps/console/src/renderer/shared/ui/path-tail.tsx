/** The path of a file or folder on one line, which is cut at its front: what tells it from its neighbours is at its end. */
export function PathTail({ children, className = '' }: { children: string; className?: string }) {
  return (
    <code
      dir="rtl"
      title={children}
      className={`min-w-0 truncate text-left font-mono text-meta text-muted ${className}`}
    >
      <bdi dir="ltr">{children}</bdi>
    </code>
  );
}
