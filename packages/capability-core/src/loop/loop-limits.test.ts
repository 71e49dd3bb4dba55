import { describe, expect, it } from 'vitest';
import { openLoop, READS, resultOf, results, toolOf } from '../../test/loop-builders.js';
import { ToolOutput } from '../kinds/tool-output.js';
import { ManualClock } from '../testing/manual-clock.js';
import { RecordingTool } from '../testing/recording-tool.js';
import { ScriptedModel } from '../testing/scripted-model.js';
import { Semaphore } from '../testing/semaphore.js';
import {
  MODEL_CALL_TIMEOUT_MS_DEFAULT,
  PARALLEL_TOOL_CALLS_DEFAULT,
  TOOL_RESULT_BYTES_DEFAULT,
  TOOL_ROUNDS_DEFAULT,
  TOOL_TIMEOUT_MS_DEFAULT,
} from './limits.js';

const never = () => new Promise<never>(() => undefined);

/** A model that calls `read` in so many rounds and then answers. */
function modelOfRounds(rounds: number): ScriptedModel {
  const round = () => ScriptedModel.toolCalls({ name: 'read' });
  return new ScriptedModel(...Array.from({ length: rounds }, () => round), () => ScriptedModel.text('done'));
}

describe('a run whose host sets no limits', () => {
  it('takes 50 rounds of tool calls and ends at one more', async () => {
    const tools = [new RecordingTool('read')];
    const within = openLoop({ client: modelOfRounds(TOOL_ROUNDS_DEFAULT), tools });
    expect(await within.loop.run()).toBe('done');
    const over = openLoop({ client: modelOfRounds(TOOL_ROUNDS_DEFAULT + 1), tools });
    await expect(over.loop.run()).rejects.toMatchObject({ code: 'round-limit', maxToolRounds: 50 });
  });

  it('makes 8 calls side by side, and a ninth when one of them is done', async () => {
    const [entered, hold] = [new Semaphore(), new Semaphore()];
    let running = 0;
    let most = 0;
    const tool = toolOf({
      name: 'read',
      capabilities: () => ({ ...READS, maxParallelism: 64 }),
      execute: async () => {
        running += 1;
        most = Math.max(most, running);
        entered.add();
        await hold.acquire();
        running -= 1;
        return ToolOutput.success('ok');
      },
    });
    const calls = Array.from({ length: PARALLEL_TOOL_CALLS_DEFAULT + 1 }, (_, n) => ({
      name: 'read',
      id: `${n}`,
    }));
    const told = resultOf({ tools: [tool] }, ...calls);
    for (let call = 0; call < PARALLEL_TOOL_CALLS_DEFAULT; call += 1) await entered.acquire();
    hold.add();
    await entered.acquire();
    hold.add(PARALLEL_TOOL_CALLS_DEFAULT);
    expect(await told).toHaveLength(9);
    expect(most).toBe(8);
  });

  it('gives a tool two minutes', async () => {
    const [clock, entered] = [new ManualClock(), new Semaphore()];
    let signal: AbortSignal | null = null;
    const tool = toolOf({
      name: 'read',
      execute: (_args, context) => {
        signal = context.signal;
        entered.add();
        return never();
      },
    });
    const { loop } = openLoop({ client: modelOfRounds(1), tools: [tool], clock });
    const run = loop.run();
    await entered.acquire();
    await clock.advance(TOOL_TIMEOUT_MS_DEFAULT - 1);
    expect(signal).toMatchObject({ aborted: false });
    await clock.advance(1);
    expect(signal).toMatchObject({ aborted: true });
    await clock.advance(10_000);
    await run;
    expect(results(loop)).toMatchObject([{ content: 'read did not finish within 120000 ms.' }]);
  });

  it('gives a model call ten minutes', async () => {
    const clock = new ManualClock();
    const client = new ScriptedModel(never);
    const { loop } = openLoop({ client, clock });
    const failure = expect(loop.run()).rejects.toMatchObject({
      code: 'model-call-timeout',
      timeoutMs: 600_000,
    });
    await clock.advance(MODEL_CALL_TIMEOUT_MS_DEFAULT - 1);
    expect(client.requests[0]?.signal.aborted).toBe(false);
    await clock.advance(1);
    await failure;
  });

  it('may itself last as long as it likes', async () => {
    const clock = new ManualClock();
    const hold = new Semaphore();
    const client = new ScriptedModel(async () => {
      await hold.acquire();
      return ScriptedModel.text('done');
    });
    const run = openLoop({ client, clock, limits: { llmApiTimeoutMs: null } }).loop.run();
    await clock.advance(365 * 24 * 3_600_000);
    hold.add();
    expect(await run).toBe('done');
  });

  it('shows the model 64 KiB of a tool result', async () => {
    const fits = 'x'.repeat(TOOL_RESULT_BYTES_DEFAULT);
    expect(await resultOf({ tools: [new RecordingTool('read', fits)] }, { name: 'read' })).toMatchObject([
      { text: fits },
    ]);
    const [over] = await resultOf({ tools: [new RecordingTool('read', `${fits}x`)] }, { name: 'read' });
    expect(over?.text).toBe(`${fits}\n[cut: the first 65536 of 65537 bytes are shown]`);
  });
});
