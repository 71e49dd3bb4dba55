import { once } from 'node:events';
import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net';
import type { ServerAddress } from './test-server.js';

/** Stands between a store and its server, and loses connections at the moment that a test asks for. */
export class TestProxy implements AsyncDisposable {
  readonly #listener: Server;
  readonly #server: ServerAddress;
  readonly #sockets = new Set<Socket>();
  #losesCommitAnswers = false;
  #afterwards: 'go on' | 'stay down' = 'go on';
  #isDown = false;
  #isSilent = false;
  /** Answers to commits that were lost. */
  lostAnswers = 0;

  private constructor(server: ServerAddress) {
    this.#server = server;
    this.#listener = createServer({ allowHalfOpen: true }, (socket) => this.#connect(socket));
  }

  static async start(server: ServerAddress): Promise<TestProxy> {
    const proxy = new TestProxy(server);
    proxy.#listener.listen(0, '127.0.0.1');
    await once(proxy.#listener, 'listening');
    return proxy;
  }

  get address(): ServerAddress {
    const address = this.#listener.address();
    return { ...this.#server, port: typeof address === 'object' && address !== null ? address.port : 0 };
  }

  /** From now on the server commits, and the connection is lost before the store hears of it. */
  loseCommitAnswers(andThen: 'go on' | 'stay down'): void {
    this.#losesCommitAnswers = true;
    this.#isDown = false;
    this.#afterwards = andThen;
  }

  /** From now on nothing is answered any more, the end of a connection included, as when a network is cut. */
  fallSilent(): void {
    this.#isSilent = true;
  }

  /** Lets everything through again. */
  recover(): void {
    this.#losesCommitAnswers = false;
    this.#isDown = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#listener.close();
    await once(this.#listener, 'close');
  }

  #connect(near: Socket): void {
    if (this.#isDown) {
      near.destroy();
      return;
    }
    const far = connectSocket(this.#server.port, this.#server.host);
    let isCommitting = false;
    near.on('end', () => {
      if (!this.#isSilent) near.end();
    });
    near.on('data', (data) => {
      if (this.#isSilent) return;
      isCommitting ||= this.#losesCommitAnswers && data.includes('COMMIT\0');
      far.write(data);
    });
    far.on('data', (data) => {
      if (this.#isSilent) return;
      if (!isCommitting) {
        near.write(data);
        return;
      }
      this.lostAnswers += 1;
      this.#losesCommitAnswers = false;
      this.#isDown = this.#afterwards === 'stay down';
      for (const socket of this.#sockets) socket.destroy();
    });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
  }
}
