import { describe, expect, it } from 'vitest';
import { READS, resultOf, toolOf } from '../../test/loop-builders.js';
import type { Tool } from '../kinds/tool.js';
import { ToolOutput } from '../kinds/tool-output.js';
import { reactions } from '../testing/reactions.js';

describe('several tool calls of one answer', () => {
  async function mostAtOnce(tools: readonly Tool[], names: readonly string[], limits = {}): Promise<number> {
    let running = 0;
    let most = 0;
    const counted = tools.map((tool): Tool => {
      const execute = async (): Promise<ToolOutput> => {
        running += 1;
        most = Math.max(most, running);
        await reactions();
        running -= 1;
        return ToolOutput.success(tool.name);
      };
      return { ...tool, execute };
    });
    const calls = names.map((name, n) => ({ name, id: `c${n}` }));
    const told = await resultOf({ tools: counted, limits }, ...calls);
    expect(told.map(({ text }) => text)).toEqual(names);
    return most;
  }

  const reading = toolOf({ name: 'read', capabilities: () => READS });
  const listing = toolOf({ name: 'list', capabilities: () => ({ ...READS, maxParallelism: 3 }) });
  const writing = toolOf({ name: 'write' });

  it('run side by side when each of them allows it, as far as all of them do', async () => {
    expect(await mostAtOnce([reading], ['read', 'read', 'read', 'read', 'read'])).toBe(4);
    expect(await mostAtOnce([reading, listing], ['read', 'list', 'read', 'read', 'read'])).toBe(3);
  });

  it('run side by side only as far as the host allows it', async () => {
    expect(await mostAtOnce([reading], ['read', 'read', 'read'], { maxParallelTasks: 2 })).toBe(2);
  });

  it('run one after another when one of them does not allow it', async () => {
    expect(await mostAtOnce([reading, writing], ['read', 'write', 'read'])).toBe(1);
  });

  it.each([
    ['readOnly', { readOnly: false }],
    ['idempotent', { idempotent: false }],
    ['cancellationSafe', { cancellationSafe: false }],
    ['maxParallelism', { maxParallelism: 1 }],
  ])('run one after another when %s is missing', async (_name, missing) => {
    const tool = toolOf({ name: 'read', capabilities: () => ({ ...READS, ...missing }) });
    expect(await mostAtOnce([tool], ['read', 'read'])).toBe(1);
  });

  it('run one after another when a tool cannot say what it promises', async () => {
    const capabilities = (): never => {
      throw new Error('no idea');
    };
    expect(await mostAtOnce([toolOf({ name: 'read', capabilities })], ['read', 'read'])).toBe(1);
  });
});
