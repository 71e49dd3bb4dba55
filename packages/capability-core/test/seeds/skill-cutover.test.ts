import { expect, test } from 'vitest';
import { SessionCapabilityBatch, type UseCapabilityGeneration } from '../../src/index.js';
import { LeaseProviderDouble } from '../../src/testing/index.js';
import { idOf, testSessionWithClient, useGeneration, useSkillSet, versionedSkill } from './seed-fixture.js';
import { SkillCutoverClient } from './skill-cutover-client.js';

/** A batch of the skill `pinned-skill`, and what leases its package. */
function skillBatch(
  codeGeneration: number,
  upstream: UseCapabilityGeneration,
  { surface, version }: { readonly surface: string; readonly version: string },
): { readonly batch: SessionCapabilityBatch; readonly provider: LeaseProviderDouble } {
  const { set, ids } = useSkillSet(codeGeneration, upstream, [['pinned-skill', surface]]);
  const provider = new LeaseProviderDouble(upstream);
  const batch = SessionCapabilityBatch.fromUseProjection(set, provider);
  batch.stageValue(idOf(ids, 'pinned-skill'), versionedSkill('pinned-skill', version));
  return { batch, provider };
}

test('active_run_keeps_n_skill_search_registry_and_use_lease_across_cutover', async () => {
  const client = new SkillCutoverClient();
  const session = testSessionWithClient('capability-skill-cutover', client);
  const first = skillBatch(1, useGeneration(1, 'a'), { surface: 'b', version: 'generation-one' });
  await session.applyCapabilityBatch(first.batch);

  const oldRun = session.send('Use pinned-skill and search for it.');
  await client.oldSurfaceObserved.acquire();
  expect(first.provider.acquired).toBe(1);
  expect(first.provider.released).toBe(0);

  const second = skillBatch(2, useGeneration(2, 'c'), { surface: 'd', version: 'generation-two' });
  await session.applyCapabilityBatch(second.batch);
  expect(first.provider.released).toBe(0);
  expect(second.provider.acquired).toBe(0);

  client.releaseOldCall.add();
  const oldResult = await oldRun;
  expect(oldResult.text).toBe('skill generation one complete');
  expect(first.provider.released).toBe(1);

  const newResult = await session.send('Use pinned-skill and search the pinned catalog.');
  expect(newResult.text).toBe('skill generation two complete');
  expect(second.provider.acquired).toBe(1);
  expect(second.provider.released).toBe(1);
  expect(client.observedSearchVersions).toEqual(['generation-one', 'generation-two']);
  await session.close();
});
