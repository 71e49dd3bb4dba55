import type { RecoverDocument } from './documents.js';
import { countOf, formatBytes, formatCommits, formatFault, formatSection } from './format.js';

/** What a recovery would do, for people. */
export function describePlan(plan: RecoverDocument): string {
  const { path, faults, faultsNotListed, kept } = plan;
  const damage = faults.map(formatFault);
  if (faultsNotListed > 0) damage.push(`and ${countOf(faultsNotListed, 'more fault')}`);
  const keeps = [
    `${countOf(kept.records, 'record')}, ${formatBytes(kept.bytes)} of keys and values`,
    ...(kept.commits.length === 0 ? [] : [`of the journal, ${formatCommits(kept.commits)}`]),
    `the store goes on after revision ${kept.revision}`,
  ];
  const losses = describeLosses(plan);
  return [
    formatSection(`${path} is damaged: ${countOf(faults.length + faultsNotListed, 'fault')}`, damage),
    formatSection('Kept', keeps),
    losses.length === 0 ? 'Nothing is lost' : formatSection('Lost', losses),
    ...(plan.mixed
      ? ['Commits are applied although commits before them are lost: records may no longer fit together.']
      : []),
  ].join('\n');
}

function describeLosses({ lost }: RecoverDocument): readonly string[] {
  const { records, recordsNotListed, unreadablePlaces, commits, commitsPastDamage, journalBytes } = lost;
  const losses: string[] = [];
  const count = records.length + recordsNotListed;
  if (count > 0) {
    losses.push(`${countOf(count, 'record')} of the snapshot:`);
    losses.push(...records.map(({ namespace, key }) => `  ${namespace}/${key}`));
    if (recordsNotListed > 0) losses.push(`  and ${countOf(recordsNotListed, 'more record')}`);
  }
  if (unreadablePlaces > 0) {
    losses.push(`what ${countOf(unreadablePlaces, 'unreadable place')} of the snapshot held`);
  }
  if (commits.length > 0) losses.push(formatCommits(commits));
  if (commitsPastDamage.length > 0) {
    losses.push(
      `${formatCommits(commitsPastDamage)}: sound, but behind lost ones; --past-damage applies them`,
    );
  }
  if (journalBytes > 0) losses.push(`${countOf(journalBytes, 'damaged byte')} of the journal`);
  return losses;
}
