import { Blocks, LayoutDashboard, type LucideIcon, Package, Pin, ScrollText } from 'lucide-react';

/** The screens that there are, in the order of the rail. */
export const SCREENS = [
  { path: '/overview', title: 'Overview', icon: LayoutDashboard, shortcut: 'go-overview' },
  { path: '/packages', title: 'Packages', icon: Package, shortcut: 'go-packages' },
  { path: '/capabilities', title: 'Capabilities', icon: Blocks, shortcut: 'go-capabilities' },
  { path: '/runs', title: 'Runs & pins', icon: Pin, shortcut: 'go-runs' },
  { path: '/activity', title: 'Activity', icon: ScrollText, shortcut: 'go-activity' },
] as const satisfies readonly { path: string; title: string; icon: LucideIcon; shortcut: string }[];

export type Screen = (typeof SCREENS)[number];

/** Screens with a list of their own that follows what is new: they hold it still by themselves. */
export function isSelfFollowing(path: string): boolean {
  return path.startsWith('/activity') || /^\/runs\/./.test(path);
}
