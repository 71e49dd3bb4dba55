import { expect } from '../harness/fixtures.js';
import { ModelEndpoint } from '../harness/model-endpoint.js';
import { scriptsOf } from '../harness/page-bundle.js';
import { test } from '../harness/page-fixtures.js';
import type {} from './capability-core/page/sessions.js';

// Building the pages and starting the browser takes as long as the tests: one worker does it once.
test.describe.configure({ mode: 'default' });
test.use({
  packageName: 'capability-core',
  // Tools' schemas are compiled to functions, as the README says.
  policy: "default-src 'none'; script-src 'self' 'unsafe-eval'; connect-src http://127.0.0.1:*",
});

test('its entries bundle for a browser with the bundler as it is, and the bundle asks for nothing of Node', async ({
  bundle,
}) => {
  expect(bundle.warnings).toEqual([]);
  const { count, asksOfNode } = await scriptsOf(bundle);
  expect(count).toBeGreaterThan(1);
  expect(asksOfNode).toEqual([]);
});

test('the first example of its README shows in a page that a run keeps its generation', async ({
  openPage,
}) => {
  const page = await openPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto(new URL('/cutover.html', page.url()).href);
  await expect.poll(() => said).toEqual(['older: I used 1.0.', 'newer: I used 2.0.']);
});

test('a run in a page keeps its tool while its model thinks and the tool is replaced, and the next run has the new one', async ({
  openPage,
}) => {
  await using model = await ModelEndpoint.start();
  const page = await openPage();
  const session = await page.evaluateHandle((url) => window.sessions.open(url), model.baseUrl);
  const publish = (generation: number) =>
    session.evaluate((own, next) => window.sessions.publish(own, next), generation);
  const useTool = { tool_calls: [{ index: 0, id: 'a', function: { name: 'generation', arguments: '{}' } }] };
  await publish(1);
  for (const generation of [1, 2]) {
    const text = session.evaluate((own) => window.sessions.run(own, 'Which generation?'));
    const first = await model.next();
    expect(first.authorization).toBe('Bearer key-of-the-page');
    await publish(generation + 1);
    first.answer('tool_calls', useTool);
    const second = await model.next();
    const result = second.messages.at(-1);
    expect(result).toMatchObject({ role: 'tool', content: `generation ${generation}` });
    second.answer('stop', { content: 'It was ' }, { content: `${result?.content}.` });
    expect(await text).toBe(`It was generation ${generation}.`);
  }
  await session.evaluate((own) => own.close());
});
