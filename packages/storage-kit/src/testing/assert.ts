// The suite runs where Node's own assertions are not: in a browser, and below any test runner.

/** Fails with a message that tells both. */
export function fail(message: string): never {
  throw new Error(message);
}

export function ok(condition: unknown, message = 'Expected a true condition'): asserts condition {
  if (condition !== true) fail(message);
}

/** As `Object.is`. */
export function equal<Value>(actual: unknown, expected: Value, message = ''): asserts actual is Value {
  if (!Object.is(actual, expected)) fail(difference(actual, expected, message));
}

export function notEqual(actual: unknown, unexpected: unknown): void {
  if (Object.is(actual, unexpected)) fail(`Expected anything but ${show(unexpected)}`);
}

/** For JSON, `undefined` included: the same members with the same values, in whatever order. */
export function deepEqual(actual: unknown, expected: unknown, message = ''): void {
  if (!isDeepEqual(actual, expected)) fail(difference(actual, expected, message));
}

export function match(text: string, pattern: RegExp): void {
  if (!pattern.test(text)) fail(`Expected ${show(text)} to match ${String(pattern)}`);
}

/** What `promise` rejects with. */
export async function rejection(promise: Promise<unknown>, expected: string): Promise<unknown> {
  return promise.then(
    (value) => fail(`Expected ${expected}, but it resolved with ${show(value)}`),
    (reason: unknown) => reason,
  );
}

/** What `call` throws. */
export function thrown(call: () => unknown, expected: string): unknown {
  let value: unknown;
  try {
    value = call();
  } catch (error) {
    return error;
  }
  return fail(`Expected ${expected}, but it returned ${show(value)}`);
}

function isDeepEqual(actual: unknown, expected: unknown): boolean {
  if (Object.is(actual, expected)) return true;
  if (typeof actual !== 'object' || typeof expected !== 'object') return false;
  if (actual === null || expected === null || Array.isArray(actual) !== Array.isArray(expected)) return false;
  const left = new Map(Object.entries(actual));
  const right = new Map(Object.entries(expected));
  return (
    left.size === right.size &&
    [...left].every(([name, value]) => right.has(name) && isDeepEqual(value, right.get(name)))
  );
}

function difference(actual: unknown, expected: unknown, message: string): string {
  return `${message === '' ? '' : `${message}: `}expected ${show(expected)}, not ${show(actual)}`;
}

/** Values may be megabytes; what tells them apart is seldom at their end. */
function show(value: unknown): string {
  const text = value instanceof Error ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 400 ? `${text.slice(0, 400)}… (${text.length} characters)` : text;
}
