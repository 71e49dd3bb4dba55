/** Why a tool failed, in a form that a program can read. */
export type ToolErrorKind =
  | {
      readonly type: 'version_conflict';
      readonly path: string;
      readonly expected: string;
      readonly actual?: string;
    }
  | { readonly type: 'remote_git_conflict'; readonly code: string; readonly message: string }
  | { readonly type: 'not_found'; readonly path: string }
  | { readonly type: 'invalid_argument'; readonly message: string }
  | {
      readonly type: 'hook_denied';
      readonly reason: string;
      readonly retryable: boolean;
      readonly retryAfterMs?: number;
    }
  | { readonly type: 'unsupported'; readonly message: string }
  | { readonly type: 'timeout'; readonly op: string; readonly durationMs: number }
  | { readonly type: 'transport'; readonly op: string }
  | { readonly type: 'cancelled'; readonly op: string }
  | { readonly type: 'partial_failure'; readonly failed: number; readonly total: number }
  | { readonly type: 'rate_limited'; readonly retryAfterMs?: number };
