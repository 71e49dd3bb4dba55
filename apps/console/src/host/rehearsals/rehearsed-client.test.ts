import { type LlmRequest, parseRehearsalScript, userMessage } from '@changeover/capability-core';
import { describe, expect, it } from 'vitest';
import { RehearsedClient } from './rehearsed-client.js';

const SCRIPT = parseRehearsalScript({ turns: [{ waitFor: 'hold', text: 'On.' }] });

function request(runId: string | undefined, signal = new AbortController().signal): LlmRequest {
  return { messages: [userMessage('Go.')], tools: [], signal, ...(runId === undefined ? {} : { runId }) };
}

/** The waits that a client tells of, one after the other. */
function watched() {
  const waits: (readonly [string, string | null])[] = [];
  let wake = (): void => undefined;
  const client = new RehearsedClient((run, label) => {
    waits.push([run, label]);
    wake();
  });
  const until = async (count: number): Promise<void> => {
    while (waits.length < count) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { client, waits, until };
}

describe('the model of a session', () => {
  it('lets exactly the run go on that was named, and tells where each waits', async () => {
    const { client, waits, until } = watched();
    client.assign('one', SCRIPT);
    client.assign('two', SCRIPT);
    const first = client.complete(request('one'));
    const second = client.complete(request('two'));
    await until(2);
    expect(client.release('one', 'elsewhere')).toBe(false);
    expect(client.release('one', 'hold')).toBe(true);
    expect((await first).message.content).toEqual([{ type: 'text', text: 'On.' }]);
    expect(client.release('one', 'hold')).toBe(false);
    expect(client.release('two', 'hold')).toBe(true);
    await second;
    expect(waits.slice(0, 2)).toEqual(
      expect.arrayContaining([
        ['one', 'hold'],
        ['two', 'hold'],
      ]),
    );
    expect(waits.slice(2)).toEqual([
      ['one', null],
      ['two', null],
    ]);
  });

  it('streams, and tells that a wait is over when its call is aborted', async () => {
    const { client, waits, until } = watched();
    client.assign('one', SCRIPT);
    const controller = new AbortController();
    const streaming = (async () => {
      for await (const event of client.completeStreaming(request('one', controller.signal))) return event;
      return null;
    })();
    const failed = expect(streaming).rejects.toThrow('enough');
    await until(1);
    controller.abort(new Error('enough'));
    await failed;
    expect(waits).toEqual([
      ['one', 'hold'],
      ['one', null],
    ]);
  });

  it('refuses runs that follow no rehearsal', async () => {
    const { client } = watched();
    client.assign('one', SCRIPT);
    client.forget('one');
    for (const run of [undefined, 'one', 'other']) {
      await expect(client.complete(request(run))).rejects.toThrow('No rehearsal');
    }
  });
});
