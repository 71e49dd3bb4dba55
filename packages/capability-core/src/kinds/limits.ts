/** Most tools that one MCP binding may hold. */
export const MCP_TOOLS_MAX = 1_024;

/** Most bytes of serialised tool definitions that one MCP binding may hold. */
export const MCP_DEFINITIONS_BYTES_MAX = 16 * 1_024 * 1_024;

/** Most bytes of the name that a model knows an MCP tool by, prefix included. */
export const MCP_TOOL_NAME_BYTES_MAX = 256;

/** Most bytes of all texts of one skill together. */
export const SKILL_BYTES_MAX = 4 * 1_024 * 1_024;

/** Most bytes of one asset of a UI. */
export const UI_ASSET_BYTES_MAX = 2 * 1_024 * 1_024;

/** Most bytes of all assets of one UI document together. */
export const UI_DOCUMENT_BYTES_MAX = 16 * 1_024 * 1_024;

/** Most styles of one UI document. */
export const UI_STYLES_MAX = 16;

/** Most scripts of one UI document. */
export const UI_SCRIPTS_MAX = 16;

/** Bytes of a UI's title. */
export const UI_TITLE_BYTES_MAX = 256;

/** Bytes of a UI's description. */
export const UI_DESCRIPTION_BYTES_MAX = 1_024;

/** Bytes of the name of a UI's icon. */
export const UI_ICON_BYTES_MAX = 64;

/** Bytes of the format version of a body of knowledge. */
export const KNOWLEDGE_FORMAT_VERSION_BYTES_MAX = 64;

/** Most projections that stand for one knowledge surface. */
export const KNOWLEDGE_PROJECTIONS_MAX = 256;

/** Most passages that a knowledge binding may allow one query to give. */
export const KNOWLEDGE_RESULTS_MAX = 50;

/** Bytes of all texts of one passage together. */
export const KNOWLEDGE_PASSAGE_BYTES_MAX = 64 * 1_024;

/** Bytes of a workflow's revision, and of the runtime build that it needs. */
export const FLOW_VERSION_BYTES_MAX = 256;

/** Bytes of the JSON text of what a workflow run is started with. */
export const FLOW_INPUT_BYTES_MAX = 1_024 * 1_024;

/** Bytes of the id of a workflow run. */
export const FLOW_RUN_ID_BYTES_MAX = 256;

/** Objects and arrays inside each other in what a workflow run is started with. */
export const FLOW_INPUT_DEPTH_MAX = 100;
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
/** Most bytes of all texts of one agent together. */
export const AGENT_BYTES_MAX = 256 * 1_024;

/** Most bytes of a command's name, description and usage together. */
export const COMMAND_BYTES_MAX = 16 * 1_024;
