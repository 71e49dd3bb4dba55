// The mill's wheel as an MCP server without any library: one JSON-RPC message on each line.
import { createInterface } from 'node:readline';

const COUNT_TURNS = {
  name: 'count-turns',
  description: 'Says how often the wheel has turned since the server was started.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
};
const TURN_MS = 4_000;
const startedAt = Date.now();

const METHODS = new Map([
  [
    'initialize',
    ({ protocolVersion }) => ({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'wheel', version: '1.0.0' },
    }),
  ],
  ['ping', () => ({})],
  ['tools/list', () => ({ tools: [COUNT_TURNS] })],
  ['tools/call', ({ name }) => (name === COUNT_TURNS.name ? countTurns() : unknownTool(name))],
]);

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  // What has no id is a notice and wants no answer.
  if (id === undefined) continue;
  const answer = METHODS.get(method);
  const reply =
    answer === undefined
      ? { error: { code: -32601, message: `There is no method ${JSON.stringify(method)}` } }
      : { result: answer(params ?? {}) };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n`);
}

function countTurns() {
  const turns = Math.floor((Date.now() - startedAt) / TURN_MS);
  return { content: [{ type: 'text', text: `The wheel has turned ${turns} times.` }] };
}

function unknownTool(name) {
  return { isError: true, content: [{ type: 'text', text: `There is no tool ${JSON.stringify(name)}` }] };
}
