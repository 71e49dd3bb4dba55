/**
 * A test for texts in which `*` stands for any text. It takes time proportional to pattern times text, whatever
 * the pattern is: rules may come from a package, and a regular expression made of one could be made to hang.
 */
export function globMatcher(pattern: string): (text: string) => boolean {
  const [head = '', ...rest] = pattern.split('*');
  const tail = rest.pop();
  if (tail === undefined) {
    return (text) => text === pattern;
  }
  return (text) => {
    if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) {
      return false;
    }
    const end = text.length - tail.length;
    let from = head.length;
    for (const part of rest) {
      const at = text.indexOf(part, from);
      if (at === -1 || at + part.length > end) {
        return false;
      }
      from = at + part.length;
    }
    return true;
  };
}
