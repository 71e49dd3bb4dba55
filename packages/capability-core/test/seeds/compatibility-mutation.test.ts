import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type CapabilityKind, WorkerAgentSpec } from '../../src/index.js';
import { agentFolder } from '../../src/registry/index.js';
import { RecordingTool } from '../../src/testing/index.js';
import {
  compatibilitySkill,
  kindBatch,
  projectedAgent,
  testSession,
  useGeneration,
  versionedSkill,
  versionedTool,
} from './seed-fixture.js';

test('compatibility_mutation_cannot_shadow_a_published_projection', async () => {
  const tools = testSession('capability-tool-post-publication-conflict');
  const tool = kindBatch(1, useGeneration(1, 'a'), 'b', versionedTool('projected', 'published'));
  await tools.applyCapabilityBatch(tool.batch);
  const toolStamp = tools.capabilityCatalogStamp;
  expect(() => tools.registerDynamicTool(new RecordingTool('projected'))).toThrow(conflict('tool'));
  expect(tools.capabilityCatalogStamp).toEqual(toolStamp);

  const skills = testSession('capability-skill-post-publication-conflict');
  const skill = kindBatch(1, useGeneration(1, 'c'), 'd', versionedSkill('projected-skill', 'published'));
  await skills.applyCapabilityBatch(skill.batch);
  const skillStamp = skills.capabilityCatalogStamp;
  expect(() => skills.addSkill(compatibilitySkill('projected-skill'))).toThrow(conflict('skill'));
  expect(skills.capabilityCatalogStamp).toEqual(skillStamp);

  const agents = testSession('capability-agent-post-publication-conflict');
  const agent = kindBatch(1, useGeneration(1, 'e'), 'f', projectedAgent('published-agent', 'published'));
  await agents.applyCapabilityBatch(agent.batch);
  const agentStamp = agents.capabilityCatalogStamp;
  const published = WorkerAgentSpec.custom('published-agent', 'Compatibility worker');
  expect(() => agents.registerWorkerAgent(published)).toThrow(conflict('agent'));
  expect(agents.hasWorkerAgent('published-agent')).toBe(false);

  const safe = WorkerAgentSpec.custom('batch-safe-agent', 'Must roll back');
  expect(() => agents.registerWorkerAgents([safe, published])).toThrow(conflict('agent'));
  expect(agents.hasWorkerAgent('batch-safe-agent')).toBe(false);

  const folder = await mkdtemp(join(tmpdir(), 'changeover-agents-'));
  const files = {
    'directory-safe-agent.yaml': 'name: directory-safe-agent\ndescription: Must not partially register\n',
    'published-agent.yaml': 'name: published-agent\ndescription: Compatibility directory agent\n',
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text);
  }
  await expect(agents.registerAgentDir(agentFolder(folder))).rejects.toThrow(conflict('agent'));
  await rm(folder, { recursive: true });
  expect(agents.hasWorkerAgent('published-agent')).toBe(false);
  expect(agents.hasWorkerAgent('directory-safe-agent')).toBe(false);
  expect(agents.capabilityCatalogStamp).toEqual(agentStamp);
  await Promise.all([tools, skills, agents].map((session) => session.close()));
});

/** The error of a registration whose name a published capability has. */
function conflict(kind: CapabilityKind): unknown {
  const cause = expect.objectContaining({ code: 'runtime-name-conflict', kind });
  return expect.objectContaining({ name: 'SessionError', code: 'capability', cause });
}
