import { type LlmRequest, type LlmResponse, toolResultText } from '../../src/index.js';
import { ScriptedModel, Semaphore } from '../../src/testing/index.js';

/** Searches for the skill in each of two runs and refuses a result of another generation; the first call waits. */
export class SkillCutoverClient extends ScriptedModel {
  readonly oldSurfaceObserved: Semaphore;
  readonly releaseOldCall: Semaphore;
  readonly observedSearchVersions: string[];

  constructor() {
    const versions: string[] = [];
    const [oldSurfaceObserved, releaseOldCall] = [new Semaphore(), new Semaphore()];
    super(
      async () => {
        oldSurfaceObserved.add();
        await releaseOldCall.acquire();
        return searchCall('search-generation-one', 'pinned-skill');
      },
      (request) => {
        expectResult(request, 'generation-one');
        versions.push('generation-one');
        return ScriptedModel.text('skill generation one complete');
      },
      () => searchCall('search-generation-two', 'pinned'),
      (request) => {
        expectResult(request, 'generation-two');
        versions.push('generation-two');
        return ScriptedModel.text('skill generation two complete');
      },
    );
    this.observedSearchVersions = versions;
    this.oldSurfaceObserved = oldSurfaceObserved;
    this.releaseOldCall = releaseOldCall;
  }

  /** A call that is offered no search does not count. */
  override async complete(request: LlmRequest): Promise<LlmResponse> {
    return request.tools.some(({ name }) => name === 'search_skills')
      ? await super.complete(request)
      : ScriptedModel.text('auxiliary completion');
  }

  override completeStreaming(): never {
    throw new Error('streaming is not used by the skill cutover test');
  }
}

function searchCall(id: string, query: string): LlmResponse {
  return ScriptedModel.toolCalls({ id, name: 'search_skills', input: { query } });
}

function expectResult({ messages }: LlmRequest, version: string): void {
  const block = messages.flatMap(({ content }) => content).findLast(({ type }) => type === 'tool_result');
  const result = block?.type === 'tool_result' ? toolResultText(block) : null;
  if (result === null) throw new Error('search_skills result is missing');
  if (!result.includes(version)) throw new Error(`search_skills resolved another generation: ${result}`);
}
