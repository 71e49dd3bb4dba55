// Prints one line of JSON for each entry: what it gives, or why it cannot be imported.

const entries = {
  '.': () => import('@changeover/capability-core'),
  './registry': () => import('@changeover/capability-core/registry'),
  './mcp': () => import('@changeover/capability-core/mcp'),
  './openai': () => import('@changeover/capability-core/openai'),
  './ai-sdk': () => import('@changeover/capability-core/ai-sdk'),
  './testing': () => import('@changeover/capability-core/testing'),
};

for (const [entry, load] of Object.entries(entries)) {
  const outcome = await load().then(
    (module) => ({ entry, names: Object.keys(module).length }),
    ({ code, message }) => ({ entry, code, message }),
  );
  console.log(JSON.stringify(outcome));
}
