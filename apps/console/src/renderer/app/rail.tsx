import { Link } from '@tanstack/react-router';
import { memo, useMemo } from 'react';
import { useAttention } from '../overview/use-attention.js';
import { formatPlural } from '../shared/format/quantity.js';
import { Logo } from '../shared/ui/logo.js';
import { LiveIndicator } from './live-indicator.js';
import { SCREENS, type Screen } from './screens.js';

/** The screens, with how many things on each need a person, and how the host is. */
export function Rail() {
  const items = useAttention();
  const counts = useMemo(() => {
    return {
      '/overview': items.length,
      '/packages': items.filter((item) => item.target.screen === 'package').length,
      '/capabilities': items.filter((item) => item.target.screen === 'session').length,
      '/runs': items.filter((item) => item.target.screen === 'run').length,
      '/activity': 0,
    } satisfies Record<Screen['path'], number>;
  }, [items]);
  return (
    <aside
      aria-label="Changeover"
      className="flex w-[208px] shrink-0 flex-col border-r border-line bg-sunken slim:w-[52px]"
    >
      <div className="flex h-[42px] items-center gap-2.5 px-3.5">
        <Logo />
        <span className="text-head font-strong slim:sr-only">Changeover</span>
      </div>
      <nav aria-label="Screens" className="flex-1 px-2 pt-1">
        <ul className="flex flex-col gap-px">
          {SCREENS.map((screen) => (
            <li key={screen.path}>
              <RailLink screen={screen} count={counts[screen.path]} />
            </li>
          ))}
        </ul>
      </nav>
      <LiveIndicator />
    </aside>
  );
}

/** Of what happens only a few things change what needs a person. */
const RailLink = memo(function RailLink({ screen, count }: { screen: Screen; count: number }) {
  return (
    <Link
      to={screen.path}
      title={screen.title}
      className="relative flex h-7 items-center gap-2.5 rounded-box px-2 text-muted hover:bg-ink/5 hover:text-ink aria-[current=page]:bg-ink/9 aria-[current=page]:font-medium aria-[current=page]:text-ink"
    >
      <screen.icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
      <span className="slim:sr-only">{screen.title}</span>
      {count > 0 && (
        <span
          role="img"
          aria-label={`${formatPlural(count, 'item')} ${count === 1 ? 'needs' : 'need'} you`}
          className="ml-auto inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-full bg-[color-mix(in_oklab,var(--wait-mark)_18%,var(--surface))] px-1 text-label font-medium text-wait slim:absolute slim:-top-1 slim:-right-1 slim:bg-sunken"
        >
          {count}
        </span>
      )}
    </Link>
  );
});
