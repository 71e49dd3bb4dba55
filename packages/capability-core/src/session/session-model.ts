import type { LlmClient } from '../model/llm-client.js';

/** The model of a session's next runs. */
export class SessionModel {
  #client: LlmClient;
  #name: string | null;

  constructor(client: LlmClient, name: string | null) {
    this.#client = client;
    this.#name = name;
  }

  get client(): LlmClient {
    return this.#client;
  }

  /** As the host or a person calls it; `null` when nobody did. */
  get name(): string | null {
    return this.#name;
  }

  use(client: LlmClient, name: string): void {
    this.#client = client;
    this.#name = name;
  }
}
