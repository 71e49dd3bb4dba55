import type { PackageRef } from './stored-package.js';

/** What a person is asked before a server of a package may be started. */
export interface ConsentRequest {
  readonly package: PackageRef;
  readonly server: string;
  /** Program and arguments, with `${VAR}`s as the package wrote them. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | null;
  /** What was allowed last for a server of this name in another version of the package, if anything was. */
  readonly previous:
    | (Pick<ConsentRequest, 'command' | 'env' | 'cwd'> & {
        /** Milliseconds since the epoch. */
        readonly decidedAt: number;
      })
    | null;
}

/** One server of a stored version, and what was decided about it. */
export interface ServerConsent {
  readonly request: ConsentRequest;
  readonly decision: 'undecided' | 'allowed' | 'refused';
  /** Milliseconds since the epoch; `null` while undecided. */
  readonly decidedAt: number | null;
  readonly reason: string | null;
}
