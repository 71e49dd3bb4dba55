/**
 * Something a capability holds open: a process, a connection, a registration.
 *
 * Its owner closes it exactly once. Closing must nevertheless be harmless when the resource is already gone.
 */
export interface CapabilityEffect {
  /** For reports. Effects registered with a scope need a lifecycle name, see `InvalidLifecycleName`. */
  readonly name: string;
  /**
   * Releases the resource. Whatever it throws is reported, never passed on.
   *
   * @param options.signal - Aborted when the time for closing is over; what is not closed by then counts as timed out.
   */
  close(options: { readonly signal: AbortSignal }): Promise<void> | void;
}
