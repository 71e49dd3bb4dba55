import { Fragment } from 'react';

/** The path of a file or folder, which is broken at the end of a line between its parts, if that is enough. */
export function PathText({ children, className = '' }: { children: string; className?: string }) {
  return (
    <code title={children} className={`min-w-0 font-mono text-meta wrap-anywhere ${className}`}>
      {children.split(/(?<=[/\\])/).map((part, index) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </code>
  );
}
