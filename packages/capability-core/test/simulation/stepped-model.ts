import { type LlmClient, type LlmRequest, type LlmResponse, toolResultText } from '../../src/index.js';
import { ScriptedModel } from '../../src/testing/index.js';

/** Calls `tool-0` and then says what it answered; waits for the operator before each answer. */
export class SteppedModel implements LlmClient {
  readonly waiting = new Set<() => void>();

  async complete({ messages, signal }: LlmRequest): Promise<LlmResponse> {
    await new Promise<void>((resolve, reject) => {
      const goOn = (): void => {
        this.waiting.delete(goOn);
        resolve();
      };
      this.waiting.add(goOn);
      signal.addEventListener('abort', () => {
        this.waiting.delete(goOn);
        reject(signal.reason);
      });
    });
    const [last] = messages.at(-1)?.content ?? [];
    return last?.type === 'tool_result'
      ? ScriptedModel.text(toolResultText(last))
      : ScriptedModel.toolCalls({ name: 'tool-0' });
  }

  async *completeStreaming(request: LlmRequest) {
    yield { type: 'response', response: await this.complete(request) } as const;
  }
}
