/** A two-way pipe of JSON messages, the same over every carrier. */
export interface Channel<Outgoing, Incoming> {
  /** Sends a message; a closed channel ignores it. */
  post(message: Outgoing): void;
  /** Registers the one receiver; messages that came before are delivered to it first. */
  receive(listener: (message: Incoming) => void): void;
  /** Called once, when the other side is gone or `close` was called. */
  closed(listener: () => void): void;
  close(): void;
}
