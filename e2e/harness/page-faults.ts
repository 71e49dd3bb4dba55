import type { Page } from '@playwright/test';

/** Everything that a page complained about: errors and warnings of its console, exceptions, failed requests. */
export class PageFaults {
  readonly #faults: string[] = [];
  readonly #watched = new WeakSet<Page>();

  watch(page: Page): void {
    if (this.#watched.has(page)) return;
    this.#watched.add(page);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.#faults.push(message.text());
    });
    page.on('pageerror', (error) => this.#faults.push(error.stack ?? error.message));
    page.on('requestfailed', (request) => {
      this.#faults.push(`${request.url()}: ${request.failure()?.errorText ?? 'failed'}`);
    });
  }

  get all(): readonly string[] {
    return this.#faults;
  }
}
