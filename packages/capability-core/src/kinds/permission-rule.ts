/** One rule of a permission policy: a tool name or `name(pattern)`, and what it says about the calls it matches. */
export interface PermissionRule {
  readonly decision: 'allow' | 'ask' | 'deny';
  readonly rule: string;
}
