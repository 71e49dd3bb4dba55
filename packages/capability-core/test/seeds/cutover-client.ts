import type { LlmRequest } from '../../src/index.js';
import { ScriptedModel, Semaphore } from '../../src/testing/index.js';

/** Asks for the tool with N's definition, then with N+1's; the first call waits for the test. */
export class CutoverClient extends ScriptedModel {
  readonly oldDefinitionObserved: Semaphore;
  readonly releaseOldCall: Semaphore;
  readonly observedDefinitions: string[];

  constructor() {
    const observed: string[] = [];
    const [oldDefinitionObserved, releaseOldCall] = [new Semaphore(), new Semaphore()];
    const observe = ({ tools }: LlmRequest): void => {
      const definition = tools.find(({ name }) => name === 'projected');
      if (definition === undefined) {
        throw new Error('projected tool definition is missing');
      }
      observed.push(definition.description);
    };
    super(
      async (request) => {
        observe(request);
        oldDefinitionObserved.add();
        await releaseOldCall.acquire();
        return ScriptedModel.toolCalls({
          id: 'projected-one',
          name: 'projected',
          input: { generation: 'one' },
        });
      },
      () => ScriptedModel.text('generation one complete'),
      (request) => {
        observe(request);
        return ScriptedModel.toolCalls({
          id: 'projected-two',
          name: 'projected',
          input: { generation: 'two' },
        });
      },
      () => ScriptedModel.text('generation two complete'),
    );
    this.observedDefinitions = observed;
    this.oldDefinitionObserved = oldDefinitionObserved;
    this.releaseOldCall = releaseOldCall;
  }
}
