/** Why a request gets no page. */
export type RefusalCode =
  | 'sign-in-needed'
  | 'wrong-token'
  | 'foreign-host'
  | 'foreign-origin'
  | 'not-found'
  | 'method-not-allowed';

interface Refusal {
  readonly status: number;
  readonly title: string;
  readonly advice: string;
}

/** What is said to the person or program that was refused. */
export const REFUSALS: Readonly<Record<RefusalCode, Refusal>> = {
  'sign-in-needed': {
    status: 401,
    title: 'This browser is not signed in to the console',
    advice:
      'Open the address that the console printed on its terminal. It works once; restart the console for a new one.',
  },
  'wrong-token': {
    status: 403,
    title: 'This address is not valid, or was used before',
    advice:
      'Open the address that the console printed last. It works once; restart the console for a new one.',
  },
  'foreign-host': {
    status: 421,
    title: 'The console answers only to its own address',
    advice: 'Open the address that the console printed on its terminal.',
  },
  'foreign-origin': {
    status: 403,
    title: 'Another site asked for the console',
    advice: 'Only the console’s own page may talk to it. Close the page that tried.',
  },
  'not-found': { status: 404, title: 'There is nothing at this address', advice: 'Open the console at /.' },
  'method-not-allowed': { status: 405, title: 'The console only gives pages', advice: 'Use GET.' },
};

/** A page without script or style of its own. */
export function refusalPage(code: RefusalCode): string {
  const { title, advice } = REFUSALS[code];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${title}</title>
<main>
<h1>${title}</h1>
<p>${advice}</p>
<p><code>${code}</code></p>
</main>
</html>
`;
}
