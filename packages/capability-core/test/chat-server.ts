import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Semaphore } from '../src/testing/index.js';

/** What a chat server was asked. */
export interface ChatRequest {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

/** Answers one request. */
export type ChatAnswer = (response: ServerResponse, request: ChatRequest) => void | Promise<void>;

/** A server on this machine that speaks the chat-completions protocol, one prepared answer for each request. */
export class ChatServer implements AsyncDisposable {
  readonly baseUrl: string;
  readonly requests: ChatRequest[] = [];
  /** A permit for each request that has arrived whole. */
  readonly arrived = new Semaphore();
  /** A permit for each answer that is over: sent to its end, or let go by the client. */
  readonly over = new Semaphore();
  /** The connections that were ever made. */
  connections = 0;
  readonly #server: Server;

  private constructor(server: Server, answers: readonly ChatAnswer[]) {
    this.#server = server;
    this.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    server.on('connection', () => {
      this.connections += 1;
    });
    server.on('request', (request, response) => {
      response.on('close', () => this.over.add());
      void text(request).then(async (body) => {
        const { url = '', headers } = request;
        const asked: ChatRequest = { url, headers, body: JSON.parse(body) };
        const answer = answers[this.requests.push(asked) - 1];
        this.arrived.add();
        await (answer === undefined
          ? response.writeHead(500).end('no answer left')
          : answer(response, asked));
      });
    });
  }

  static async start(...answers: readonly ChatAnswer[]): Promise<ChatServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ChatServer(server, answers);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }
}

/** The text of a streamed answer: each chunk as an event, then its end. */
export function eventText(...chunks: readonly object[]): string {
  return [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]']
    .map((data) => `data: ${data}\n\n`)
    .join('');
}

/** A chunk that holds a piece of the first choice. */
export function delta(piece: object, finishReason: string | null = null): object {
  return {
    id: 'chat-1',
    object: 'chat.completion.chunk',
    model: 'tiny-1',
    choices: [{ index: 0, delta: piece, finish_reason: finishReason }],
  };
}

/** A chunk that only counts tokens. */
export const USAGE_CHUNK = {
  choices: [],
  usage: {
    prompt_tokens: 7,
    completion_tokens: 3,
    total_tokens: 10,
    prompt_tokens_details: { cached_tokens: 4 },
  },
};

/** An answer by events. */
export function streamed(...chunks: readonly object[]): ChatAnswer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(eventText(...chunks));
  };
}

/** An answer of one text, by events. */
export function streamedText(words: string): ChatAnswer {
  return streamed(delta({ role: 'assistant', content: words }), delta({}, 'stop'), USAGE_CHUNK);
}

/** A whole answer in JSON. */
export function whole(
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): ChatAnswer {
  return (response) => {
    const type = { 'content-type': 'application/json; charset=utf-8', ...headers };
    response.writeHead(status, type).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** A whole answer that holds one message. */
export function wholeMessage(message: object, finishReason = 'stop'): ChatAnswer {
  return whole({
    id: 'chat-1',
    object: 'chat.completion',
    model: 'tiny-1',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finishReason }],
    usage: USAGE_CHUNK.usage,
  });
}
