// Prints one line of JSON for each entry: what it gives, or why it cannot be imported.

const entries = ['.', './registry', './mcp', './openai', './ai-sdk', './testing'];

for (const entry of entries) {
  const outcome = await import(`@changeover/capability-core${entry.slice(1)}`).then(
    (module) => ({ entry, names: Object.keys(module).length }),
    ({ code, message }) => ({ entry, code, message }),
  );
  console.log(JSON.stringify(outcome));
}
