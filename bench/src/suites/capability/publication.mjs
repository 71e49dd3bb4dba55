import { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import {
  Agent,
  CapabilityValue,
  RehearsalModel,
  SessionCapabilityBatch,
} from '../../../../packages/capability-core/dist/index.js';
import { measure, timed } from '../../measure.mjs';
import { atMost, row } from '../../row.mjs';
import { readyTools, setOf } from './tools.mjs';

const rounds = 9;
const few = 1000;
const many = 4096;
const oursOf = (count) => `capability-core: one batch of ${count.toLocaleString('en')}`;
const peerOf = (count) => `McpServer of the MCP SDK: ${count.toLocaleString('en')} registrations`;

/** What it costs to put that many tools in force: as one batch, from its set to its receipt, and one by one. */
export async function publication() {
  const name = 'publication of ready tools';
  const millis = await measure(
    {
      [oursOf(few)]: () => publishMillis(few),
      [peerOf(few)]: () => registerMillis(few),
      [oursOf(many)]: () => publishMillis(many),
    },
    rounds,
  );
  const own = millis[oursOf(few)].median;
  const perTool = millis[oursOf(many)].median / many / (own / few);
  const bound = { ratio: null, target: '<= 25 ms', met: own <= 25 };
  return [
    row(name, oursOf(few), millis, 'ms', bound),
    row(name, peerOf(few), millis, 'ms', {
      ratio: own / millis[peerOf(few)].median,
      target: null,
      met: null,
    }),
    row(name, oursOf(many), millis, 'ms', atMost(perTool, 1.2, 'the time per tool of 1,000')),
  ];
}

async function publishMillis(count) {
  const session = Agent.fromConfig({}).buildSession('.', new RehearsalModel({ turns: [{ text: 'done' }] }));
  const tools = readyTools(count);
  const elapsedMs = await timed(async () => {
    const set = setOf(1, tools);
    const batch = SessionCapabilityBatch.create(set);
    const byName = new Map(tools.map((tool) => [tool.name, tool]));
    for (const { id, publicName } of set.capabilities) {
      batch.stageValue(id, CapabilityValue.tool(byName.get(publicName)));
    }
    await session.applyCapabilityBatch(batch);
  });
  await session.close();
  return elapsedMs;
}

function registerMillis(count) {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  const inputSchema = z.object({ query: z.string() });
  return timed(() => {
    for (const { name, description } of readyTools(count)) {
      server.registerTool(name, { description, inputSchema }, async () => ({
        content: [{ type: 'text', text: 'done' }],
      }));
    }
  });
}
