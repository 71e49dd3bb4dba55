import { expect, it } from 'vitest';
import type { Host } from '../host/host.js';
import type { ErrorReport } from '../protocol/error-report.js';
import type { HostMessage, PageMessage } from '../protocol/messages.js';
import { inProcessChannel } from '../transport/in-process.js';
import { ServedHost } from './served-host.js';

const LOCKED: ErrorReport = { code: 'locked', message: 'In use.', action: null, causes: [], details: {} };

/** A host that notes who connects to it. */
function host(failure: ErrorReport | null): Host & { readonly pages: unknown[] } {
  const pages: unknown[] = [];
  return {
    failure,
    settled: Promise.resolve(),
    pages,
    followLiveRuns: () => undefined,
    connect: (channel) => void pages.push(channel),
    close: async () => undefined,
  };
}

const page = () => inProcessChannel<HostMessage, PageMessage>().host;

it('opens a host that failed again for the next page, and one that works only once', async () => {
  const attempts = [host(LOCKED), host(LOCKED), host(null)];
  const [, second, third] = attempts;
  const opened: (string | null)[] = [];
  let count = 0;
  const served = new ServedHost(
    async () => attempts[count++] ?? host(null),
    (failure) => opened.push(failure?.code ?? null),
  );
  await expect.poll(() => opened).toEqual(['locked']);
  const pages = [page(), page(), page()];
  for (const one of pages) await served.connect(one);
  expect(second?.pages).toEqual([pages[0]]);
  expect(third?.pages).toEqual([pages[1], pages[2]]);
  expect(opened).toEqual(['locked', 'locked', null]);
  expect(await served.close()).toBeNull();
});

it('lets pages that come while it is opened wait for the one attempt', async () => {
  const only = host(LOCKED);
  let count = 0;
  const served = new ServedHost(
    async () => {
      count += 1;
      return only;
    },
    () => undefined,
  );
  await Promise.all([served.connect(page()), served.connect(page())]);
  expect(only.pages).toHaveLength(2);
  expect(count).toBe(1);
  expect(await served.close()).toEqual(LOCKED);
});
