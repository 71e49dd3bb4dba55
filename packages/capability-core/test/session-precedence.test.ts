import { expect, it } from 'vitest';
import {
  CapabilityContribution,
  CapabilitySet,
  CapabilityValue,
  CodeCatalogGeneration,
  McpBinding,
  publicNameOf,
  SessionCapabilityBatch,
} from '../src/index.js';
import { ReadyAdapter, RecordingTool } from '../src/testing/index.js';
import { providerOf } from './context-builders.js';
import { hookOf } from './hook-builders.js';
import { openSession, rejectionOf } from './session-builders.js';
import { descriptor, hostSource } from './set-builders.js';
import { skillOf } from './skill-builders.js';

/** A batch of one host's values of any kind. */
function batchOf(values: readonly CapabilityValue[]): SessionCapabilityBatch {
  const source = hostSource();
  const descriptors = values.map((value, index) =>
    descriptor(`capability-${index}`, { source, kind: value.kind, publicName: publicNameOf(value) }),
  );
  const contribution = new CapabilityContribution(source, descriptors);
  const set = CapabilitySet.fromContributions(CodeCatalogGeneration.of(1), [contribution]);
  const batch = SessionCapabilityBatch.create(set);
  for (const [index, { id }] of descriptors.entries()) {
    const value = values[index];
    if (value !== undefined) batch.stageValue(id, value);
  }
  return batch;
}

function serverOf(serverName: string, { lost = false } = {}): CapabilityValue {
  const client = { serverName, connected: true, callTool: async () => ({ content: '', isError: false }) };
  const binding = new McpBinding(serverName, client, []);
  client.connected = !lost;
  return CapabilityValue.mcp(binding);
}

it('of several flaws of a batch, it is always the same one that is told', async () => {
  const { session } = openSession(undefined, {
    contextProviders: [providerOf('own', { cognitiveBinding: {} })],
  });
  session.addSkill(skillOf('taken'));
  session.registerHook({ id: 'taken', eventType: 'on_error' });
  session.registerDynamicTool(new RecordingTool('taken'));
  await session.addMcpServer('added', new ReadyAdapter(serverOf('added')));
  const flaws: readonly [value: CapabilityValue, code: string, kind: string, publicName: string][] = [
    [serverOf('added', { lost: true }), 'runtime-name-conflict', 'mcp', 'added'],
    [
      CapabilityValue.hook(hookOf({ id: 'early', eventType: 'session_start' })),
      'runtime-value-invalid',
      'hook',
      'early',
    ],
    [serverOf('files', { lost: true }), 'runtime-value-invalid', 'mcp', 'files'],
    [CapabilityValue.context(providerOf('own')), 'runtime-name-conflict', 'context', 'own'],
    [CapabilityValue.context(providerOf('other')), 'runtime-value-invalid', 'context', 'other'],
    [CapabilityValue.skill(skillOf('taken')), 'runtime-name-conflict', 'skill', 'taken'],
    [
      CapabilityValue.hook(hookOf({ id: 'taken', eventType: 'on_error' })),
      'runtime-name-conflict',
      'hook',
      'taken',
    ],
    [CapabilityValue.tool(new RecordingTool('taken')), 'runtime-name-conflict', 'tool', 'taken'],
  ];
  for (const [index, [, code, kind, publicName]] of flaws.entries()) {
    const left = flaws.slice(index).map(([value]) => value);
    expect(await rejectionOf(session.applyCapabilityBatch(batchOf(left)))).toMatchObject({
      code,
      kind,
      publicName,
    });
  }
  expect(session.capabilityCatalogStamp.generation).toBe(0);
  await session.close();
});
