import { fuzzyScore } from './fuzzy-score.js';
import { FOUND_ITEMS_MAX, GROUP_ITEMS_MAX } from './limits.js';
import { PALETTE_GROUPS, type PaletteGroup, type PaletteItem } from './palette-item.js';

/** Items under one heading. */
export interface RankedGroup {
  readonly heading: PaletteGroup | 'Recent';
  readonly items: readonly PaletteItem[];
}

interface Found {
  readonly item: PaletteItem;
  readonly score: number;
}

/** A word in the note or the keywords is worth less than the same in the title. */
const ASIDE = 0.5;
/** What was chosen lately comes before its equals. */
const LATELY = 5;

/**
 * What the palette lists. While nothing is asked for: what was chosen last, then some of each group. Otherwise what has
 * every word, the best first, in groups of which the one with the best comes first.
 *
 * @param recent ids, the newest first; those of what is not there any more are passed over.
 */
export function rankItems(
  items: readonly PaletteItem[],
  query: string,
  recent: readonly string[],
): readonly RankedGroup[] {
  const words = query.split(/\s+/).filter(Boolean);
  return words.length === 0 ? unasked(items, recent) : asked(items, words, recent);
}

function unasked(items: readonly PaletteItem[], recent: readonly string[]): readonly RankedGroup[] {
  const lately = recent.flatMap((id) => items.find((item) => item.id === id) ?? []);
  const rest = items.filter((item) => !lately.includes(item));
  const groups = PALETTE_GROUPS.map((heading) => ({
    heading,
    items: rest.filter((item) => item.group === heading).slice(0, GROUP_ITEMS_MAX),
  }));
  return [{ heading: 'Recent', items: lately } as const, ...groups].filter((group) => group.items.length > 0);
}

function asked(
  items: readonly PaletteItem[],
  words: readonly string[],
  recent: readonly string[],
): readonly RankedGroup[] {
  const found: Found[] = [];
  for (const item of items) {
    const score = scoreOf(item, words);
    if (score !== null) found.push({ item, score: score + (recent.includes(item.id) ? LATELY : 0) });
  }
  found.sort((a, b) => b.score - a.score || a.item.title.length - b.item.title.length);
  const groups = new Map<PaletteGroup, PaletteItem[]>();
  for (const { item } of found.slice(0, FOUND_ITEMS_MAX)) {
    const group = groups.get(item.group);
    if (group === undefined) groups.set(item.group, [item]);
    else group.push(item);
  }
  return [...groups].map(([heading, ranked]) => ({ heading, items: ranked }));
}

/** The sum over the words, each where it is found best; null when one of them is not found. */
function scoreOf(item: PaletteItem, words: readonly string[]): number | null {
  const aside = `${item.group} ${item.note} ${item.keywords ?? ''}`;
  let sum = 0;
  for (const word of words) {
    const inTitle = fuzzyScore(word, item.title);
    const beside = aside.toLowerCase().includes(word.toLowerCase()) ? fuzzyScore(word, aside) : null;
    const best = Math.max(inTitle ?? 0, (beside ?? 0) * ASIDE);
    if (best === 0) return null;
    sum += best;
  }
  return sum / words.length;
}
