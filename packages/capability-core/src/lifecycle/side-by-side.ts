/** Does the work of each item, at most `width` at once and begun in their order. The results stand in that order too. */
export async function sideBySide<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  // All of them take from one iterator: who is done takes the next.
  const takeOn = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, takeOn));
  return results;
}
