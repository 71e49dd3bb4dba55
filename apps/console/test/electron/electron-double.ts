import { EventEmitter } from 'node:events';
import { tmpdir } from 'node:os';

/** A host process that a test speaks for. */
export class HostDouble extends EventEmitter {
  readonly args: readonly string[];
  /** What it was told, each with the ports that came with it. */
  readonly told: { readonly message: unknown; readonly ports: readonly unknown[] }[] = [];
  wasKilled = false;

  constructor(args: readonly string[]) {
    super();
    this.args = args;
  }

  postMessage(message: unknown, ports: readonly unknown[] = []): void {
    this.told.push({ message, ports });
  }

  kill(): void {
    this.wasKilled = true;
  }
}

/** A port as the main process has it. */
export class PortDouble {
  readonly posted: unknown[] = [];
  isStarted = false;
  isClosed = false;

  start(): void {
    this.isStarted = true;
  }

  postMessage(message: unknown): void {
    this.posted.push(message);
  }

  close(): void {
    this.isClosed = true;
  }
}

export class PageDouble extends EventEmitter {
  readonly sent: string[] = [];
  reloads = 0;
  openHandler: (() => { readonly action: string }) | undefined;

  send(channel: string): void {
    this.sent.push(channel);
  }

  reload(): void {
    this.reloads += 1;
  }

  setWindowOpenHandler(handler: () => { readonly action: string }): void {
    this.openHandler = handler;
  }
}

export class WindowDouble extends EventEmitter {
  readonly options: Readonly<Record<string, unknown>>;
  readonly webContents = new PageDouble();
  readonly loaded: string[] = [];
  isShown = false;
  minimized = false;
  maximized = false;
  destroyed = false;
  bounds = { x: 10, y: 20, width: 1_000, height: 700 };

  constructor(options: Readonly<Record<string, unknown>>) {
    super();
    this.options = options;
    double.windows.push(this);
  }

  async loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    if (double.loadFault !== undefined) throw double.loadFault;
  }

  show(): void {
    this.isShown = true;
  }

  focus(): void {
    this.emit('focus');
  }

  maximize(): void {
    this.maximized = true;
  }

  restore(): void {
    this.minimized = false;
  }

  isMinimized(): boolean {
    return this.minimized;
  }

  isMaximized(): boolean {
    return this.maximized;
  }

  /** As Electron: whoever listens may prevent it. */
  close(): void {
    if (this.destroyed) return;
    let isPrevented = false;
    this.emit('close', {
      preventDefault: () => {
        isPrevented = true;
      },
    });
    this.destroyed = !isPrevented;
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  getNormalBounds(): WindowDouble['bounds'] {
    return this.bounds;
  }
}

class AppDouble extends EventEmitter {
  isPackaged = false;
  readonly exits: number[] = [];
  isSandboxed = false;

  getAppPath(): string {
    return '/opt/changeover';
  }

  getPath(): string {
    return double.userData;
  }

  enableSandbox(): void {
    this.isSandboxed = true;
  }

  requestSingleInstanceLock(): boolean {
    return double.isFirstInstance;
  }

  async whenReady(): Promise<void> {
    return undefined;
  }

  /** As Electron: everybody may still object, and nobody does here but the application itself. */
  quit(): void {
    this.emit('before-quit');
    for (const window of double.windows) window.close();
    this.emit('will-quit', { preventDefault: () => undefined });
  }

  exit(code: number): void {
    this.exits.push(code);
  }
}

type Handler = (...args: never[]) => unknown;

/** The session of all pages: what is set on it is kept for a test to ask. */
export class SessionDouble extends EventEmitter {
  readonly handlers = new Map<string, Handler>();
  readonly webRequest = {
    onBeforeRequest: (handler: Handler): unknown => this.handlers.set('request', handler),
  };

  setPermissionRequestHandler(handler: Handler): void {
    this.handlers.set('permission', handler);
  }

  setPermissionCheckHandler(handler: Handler): void {
    this.handlers.set('permission-check', handler);
  }

  setDevicePermissionHandler(handler: Handler): void {
    this.handlers.set('device', handler);
  }
}

export interface Question {
  readonly message: string;
  readonly buttons: readonly string[];
  readonly cancelId: number;
  readonly signal: AbortSignal;
}

/** What a test decides on, and what it can look at afterwards. */
export const double = {
  userData: tmpdir(),
  isFirstInstance: true,
  loadFault: undefined as Error | undefined,
  hosts: [] as HostDouble[],
  windows: [] as WindowDouble[],
  /** What a person was asked, each with what their answer calls. */
  questions: [] as (Question & { readonly answer: (button: number) => void })[],
  menu: [] as readonly { readonly label?: string; readonly role?: string }[],
  schemes: [] as readonly unknown[],
  answer: undefined as ((request: { readonly url: string }) => Promise<Response>) | undefined,
};

/** Electron's main process without Electron: the windows and processes of the scenarios are real ones. */
export const electron = {
  app: new AppDouble(),
  ipcMain: new EventEmitter(),
  BrowserWindow: WindowDouble,
  MessageChannelMain: class {
    readonly port1 = new PortDouble();
    readonly port2 = new PortDouble();
  },
  Menu: {
    buildFromTemplate: (template: (typeof double)['menu']) => template,
    setApplicationMenu: (menu: (typeof double)['menu']): void => {
      double.menu = menu;
    },
  },
  nativeTheme: { shouldUseDarkColors: true },
  protocol: {
    registerSchemesAsPrivileged: (schemes: readonly unknown[]): void => {
      double.schemes = schemes;
    },
    handle: (_scheme: string, answer: NonNullable<(typeof double)['answer']>): void => {
      double.answer = answer;
    },
  },
  dialog: {
    showMessageBox: (_window: WindowDouble, question: Question): Promise<{ readonly response: number }> =>
      new Promise((resolve) => {
        double.questions.push({ ...question, answer: (response) => resolve({ response }) });
        question.signal.addEventListener('abort', () => resolve({ response: question.cancelId }));
      }),
  },
  screen: {
    getPrimaryDisplay: () => ({ workArea: { x: 0, y: 0, width: 1_920, height: 1_080 } }),
    getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1_920, height: 1_080 } }],
  },
  session: { defaultSession: new SessionDouble() },
  utilityProcess: {
    fork: (_entry: string, args: readonly string[]): HostDouble => {
      const host = new HostDouble(args);
      double.hosts.push(host);
      return host;
    },
  },
};
