/** What a namespace takes. */
export interface NamespaceUsage {
  readonly namespace: string;
  readonly records: number;
  /** Bytes of its keys and values in UTF-8. */
  readonly bytes: number;
}
