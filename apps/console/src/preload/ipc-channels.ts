/** Every message between a page's preload script and the main process; nothing else uses Electron's IPC. */
export const ipcChannels = {
  /** Preload → main: a connection to the host is wanted. */
  connect: 'changeover:connect',
  /** Main → preload: the connection, with one port in `ports`. */
  port: 'changeover:port',
  /** Main → preload: the host at the other end of the port is gone. */
  hostGone: 'changeover:host-gone',
  /** Preload → main: the page has drawn what the host sent first. */
  painted: 'changeover:painted',
} as const;
