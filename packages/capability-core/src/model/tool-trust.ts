/**
 * How far a tool's words may be followed: only `trusted` content may instruct, `workspace_data` is material of
 * the user's own workspace, `external` came from outside.
 */
export type ToolTrust = 'trusted' | 'workspace_data' | 'external';
