import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A call that a model on this machine got, and has not answered yet. */
export interface AskedModel {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly authorization: string | undefined;
  /** Answers with these deltas, by events, and stops for this reason. */
  readonly answer: (finishReason: string, ...deltas: readonly object[]) => void;
}

/** A model that speaks the chat-completions protocol, says what the test says, and lets pages of any origin in. */
export class ModelEndpoint implements AsyncDisposable {
  readonly baseUrl: string;
  readonly #server: Server;
  readonly #calls: ReadableStreamDefaultReader<AskedModel>;

  private constructor(server: Server) {
    this.#server = server;
    this.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const calls = new ReadableStream<AskedModel>({
      start: (queue) => {
        server.on('request', (request, response) => void take(request, response, queue));
      },
    });
    this.#calls = calls.getReader();
  }

  static async start(): Promise<ModelEndpoint> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ModelEndpoint(server);
  }

  /** The next call. */
  async next(): Promise<AskedModel> {
    const { done, value } = await this.#calls.read();
    if (done) throw new Error('The model takes no more calls');
    return value;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }
}

async function take(
  request: IncomingMessage,
  response: ServerResponse,
  queue: ReadableStreamDefaultController<AskedModel>,
): Promise<void> {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', 'authorization, content-type');
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end();
    return;
  }
  const { messages } = (await json(request)) as Pick<AskedModel, 'messages'>;
  const { authorization } = request.headers;
  queue.enqueue({
    messages,
    authorization,
    answer: (reason, ...deltas) => sendEvents(response, reason, deltas),
  });
}

function sendEvents(response: ServerResponse, reason: string, deltas: readonly object[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const choices = [...deltas.map((delta) => ({ delta })), { delta: {}, finish_reason: reason }];
  for (const choice of choices) response.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`);
  response.end('data: [DONE]\n\n');
}
