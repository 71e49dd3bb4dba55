/** Most tools that one MCP binding may hold. */
export const MCP_TOOLS_MAX = 1_024;

/** Most bytes of serialised tool definitions that one MCP binding may hold. */
export const MCP_DEFINITIONS_BYTES_MAX = 16 * 1_024 * 1_024;

/** Most bytes of the name that a model knows an MCP tool by, prefix included. */
export const MCP_TOOL_NAME_BYTES_MAX = 256;

/** Most bytes of all texts of one skill together. */
export const SKILL_BYTES_MAX = 4 * 1_024 * 1_024;

/** Where a hook stands among those of its event, unless it says otherwise. */
export const HOOK_PRIORITY_DEFAULT = 100;

/** How long a hook may take over one event, unless it says otherwise. */
export const HOOK_TIMEOUT_MS_DEFAULT = 30_000;

/** The longest time over one event that a hook may ask for. */
export const HOOK_TIMEOUT_MS_MAX = 600_000;

/** How often a hook may be called again after it failed. */
export const HOOK_RETRIES_MAX = 10;

/** Most bytes of a hook's matcher. */
export const HOOK_MATCHER_BYTES_MAX = 1_024;

/** Most bytes of the JSON with which a hook replaces what it was told. */
export const HOOK_DATA_BYTES_MAX = 1_024 * 1_024;

/** The longest pause that a hook may ask for before something is tried again. */
export const HOOK_RETRY_AFTER_MS_MAX = 3_600_000;

/** Results that a context provider is asked for. */
export const CONTEXT_RESULTS_DEFAULT = 10;

/** Tokens that the results of one context provider should fit. */
export const CONTEXT_TOKENS_DEFAULT = 4_000;

/** Most items that one answer of a context provider may hold. */
export const CONTEXT_ITEMS_MAX = 1_024;
