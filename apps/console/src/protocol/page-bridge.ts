/** One end of the channel to the host, as the preload script hands it to the page. */
export interface PagePort {
  post(message: unknown): void;
  /** Registers the one receiver; messages that came before are delivered to it first. */
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, when the host's end is gone. */
  onClose(listener: () => void): void;
  close(): void;
}

/** All that the application gives a page: `window.changeover`. Each call opens a new channel to the host that runs now. */
export interface PageBridge {
  connect(): Promise<PagePort>;
}
