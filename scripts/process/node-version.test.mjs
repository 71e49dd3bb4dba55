// @ts-check
import { expect, test } from 'vitest';
import { assertNodeVersion } from './node-version.mjs';

test.each(['20.19.0', '20.20.2', '22.0.0'])('Node %s is taken', (version) => {
  expect(() => assertNodeVersion(version)).not.toThrow();
});

test.each(['18.20.8', '20.18.3'])(
  'Node %s is refused at once, and the version to install is named',
  (version) => {
    expect(() => assertNodeVersion(version)).toThrow(
      `Node ${version} is too old: install 20.19 or later, then try again.`,
    );
  },
);
