import { expect } from '@playwright/test';
import type { DesktopConsole } from './desktop-console.js';
import type { ScenarioEnvironment } from './environment.js';
import { processStatus } from './process-status.js';

/** Asserts that the kernel confines the page's process, and that no administrator runs any of it. */
export async function expectSandboxed(
  desktop: DesktopConsole,
  environment: ScenarioEnvironment,
): Promise<void> {
  const renderer = await processStatus(await desktop.rendererPid());
  // 2 is a filter of system calls; 0 would be none.
  expect(renderer.get('Seccomp')).toBe('2');
  expect(renderer.get('NoNewPrivs')).toBe('1');
  const main = await processStatus(desktop.mainPid);
  expect(main.get('Uid')?.split('\t')).toEqual(Array(4).fill(String(environment.uid)));
  expect(environment.uid).not.toBe(0);
}
