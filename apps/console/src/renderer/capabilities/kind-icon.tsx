import {
  Blocks,
  BookOpen,
  Bot,
  GraduationCap,
  type LucideIcon,
  PanelTop,
  Plug,
  Slash,
  Webhook,
  Wrench,
} from 'lucide-react';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  mcp: Plug,
  tool: Wrench,
  skill: GraduationCap,
  agent: Bot,
  command: Slash,
  surface: BookOpen,
  ui: PanelTop,
  hook: Webhook,
};

export function kindIcon(kind: string): LucideIcon {
  return ICONS[kind] ?? Blocks;
}

/** The icon of a kind of capability; its word stands beside it. */
export function KindIcon({ kind }: { kind: string }) {
  const Icon = kindIcon(kind);
  return <Icon aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-muted" />;
}
