/** Runs of one session that may be live at once, unless the host says otherwise. */
export const CONCURRENT_RUNS_DEFAULT = 16;

/** Most live runs that a host may allow. */
export const CONCURRENT_RUNS_MAX = 1_024;

/** Runs that a session remembers; the oldest finished ones are forgotten first. */
export const RUN_RECORDS_MAX = 1_000;

/** Events that a session remembers over all its runs; the oldest are forgotten first. */
export const RUN_EVENTS_MAX = 50_000;

/** Serialised bytes of the run events that a session remembers; the oldest are forgotten first. */
export const RUN_EVENT_BYTES_MAX = 64 * 1_024 * 1_024;

/** Most events of one page. */
export const RUN_EVENT_PAGE_MAX = 1_000;

/** Characters of a run's id, session ids alike. */
export const RUN_ID_CHARACTERS_MAX = 128;

/** Bytes of one prompt. */
export const PROMPT_BYTES_MAX = 4 * 1_024 * 1_024;

/** Messages of a session's own conversation. */
export const CONVERSATION_MESSAGES_MAX = 10_000;

/** Tools that a host may register beside the published ones. */
export const DYNAMIC_TOOLS_MAX = 1_024;

/** Skills that a host may add beside the published ones, those included that later ones stand before. */
export const ADDED_SKILLS_MAX = 1_024;

/** MCP servers that a host may add beside the published ones. */
export const ADDED_MCP_SERVERS_MAX = 64;
/** Hooks that a host may register beside the published ones. */
export const REGISTERED_HOOKS_MAX = 1_024;

/** Context providers that one run may have, published ones and those of the session together. */
export const CONTEXT_PROVIDERS_MAX = 64;

/** How long a closing session waits for the hooks that are told of it. */
export const SESSION_HOOKS_TIMEOUT_MS = 5_000;
/** Agents that a host may register beside the published ones. */
export const WORKER_AGENTS_MAX = 256;

/** Commands that a host may register beside the published ones. */
export const REGISTERED_COMMANDS_MAX = 256;

/** Files of one folder of agents. */
export const AGENT_FILES_MAX = 1_024;

/** Bytes of one file that describes an agent. */
export const AGENT_FILE_BYTES_MAX = 256 * 1_024;

/** Aliases that one file that describes an agent may resolve. */
export const AGENT_FILE_ALIASES_MAX = 100;

/** How long reading a folder of agents may take. */
export const AGENT_FILES_TIMEOUT_MS = 30_000;

/** Bytes of a prompt or an answer that a run's record keeps. */
export const RECORD_TEXT_BYTES_MAX = 64 * 1_024;

/** Streamed text is told when so many bytes have gathered, */
export const TEXT_FLUSH_BYTES = 1_024;

/** or after so long, whichever comes first. */
export const TEXT_FLUSH_MS = 100;

/** Bytes of a text (prompt, tool result, answer) that an event carries. */
export const EVENT_TEXT_BYTES_MAX = 16 * 1_024;

/** Bytes of a model's own names for tools and calls that an event carries. */
export const EVENT_NAME_BYTES_MAX = 256;

/** How long taking a lease may last. */
export const LEASE_ACQUISITION_TIMEOUT_MS = 30_000;

/** How long a closing session waits for its cancelled runs to end; what still runs then is counted in the report. */
export const IDLE_WAIT_MS = 2_000;
