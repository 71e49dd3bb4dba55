import { ScreenHead } from '../shared/ui/screen-head.js';
import { ActivitySection } from './activity-section.js';
import { AttentionSection } from './attention-section.js';
import { HealthSection } from './health-section.js';
import { SessionsSection } from './sessions-section.js';
import { useAttention } from './use-attention.js';

/** How everything is, and what needs a person. */
export function OverviewScreen() {
  return (
    <div className="flex flex-col gap-5 p-5">
      <ScreenHead title="Overview" />
      <AttentionSection items={useAttention()} />
      <HealthSection />
      <SessionsSection />
      <ActivitySection />
    </div>
  );
}
