/** Rounds of model call and tools in one run, unless the host says otherwise. */
export const TOOL_ROUNDS_DEFAULT = 50;

/** Tool calls of one turn that may run side by side, unless the host says otherwise. */
export const PARALLEL_TOOL_CALLS_DEFAULT = 8;

/** Tool calls that one answer of a model may hold; the rest are refused. */
export const TOOL_CALLS_PER_TURN_MAX = 128;

/** How long one tool call may take, unless the host says otherwise. */
export const TOOL_TIMEOUT_MS_DEFAULT = 120_000;

/** How long one model call may take, unless the host says otherwise. */
export const MODEL_CALL_TIMEOUT_MS_DEFAULT = 600_000;

/** How long a person may take to confirm one call. */
export const CONFIRMATION_TIMEOUT_MS = 3_600_000;

/** Most bytes of one tool result that reach the model, unless the host says otherwise. */
export const TOOL_RESULT_BYTES_DEFAULT = 64 * 1_024;

/** Most rules of one permission policy. */
export const PERMISSION_RULES_MAX = 1_024;

/** Bytes of a rule that cannot be read which its refusal shows. */
export const SHOWN_RULE_BYTES_MAX = 256;

/** Places in which a pattern of a tool's schema may leave open how a text fits; one with more is not applied. */
export const PATTERN_CHOICES_MAX = 2;

/** Characters of a text that such a pattern is applied to. */
export const PATTERN_TEXT_CHARACTERS_MAX = 512;

/** How often one model call is tried again after a rate limit. */
export const RATE_LIMIT_RETRIES = 4;

/** The first pause after a rate limit that names none; it doubles with each try. */
export const RATE_LIMIT_BACK_OFF_MS = 1_000;

/** The longest pause after a rate limit, whatever the provider asks for. */
export const RATE_LIMIT_BACK_OFF_MS_MAX = 60_000;

/** Skills that one search shows, unless the model asks for another number. */
export const SKILL_HITS_DEFAULT = 10;

/** Most skills that one search shows. */
export const SKILL_HITS_MAX = 50;

/** Characters of one search for skills. */
export const SKILL_QUERY_CHARACTERS_MAX = 500;

/** Bytes of a skill's description that a search shows. */
export const SKILL_HIT_DESCRIPTION_BYTES_MAX = 512;

/** Bytes of a skill's version that a model is shown. */
export const SKILL_VERSION_BYTES_MAX = 128;

/** Bytes of a skill's allowed tools that a model is shown. */
export const SKILL_ALLOWED_TOOLS_BYTES_MAX = 4 * 1_024;

/** Bytes of a skill's content that loading it gives; with what stands before it, within one tool result by default. */
export const SKILL_CONTENT_BYTES_MAX = 48 * 1_024;

/** Names that are offered in place of one that is unknown or not unique. */
export const SKILL_CANDIDATES_MAX = 5;

/** Skills that the system prompt lists. */
export const LISTED_SKILLS_MAX = 100;

/** Bytes of the system prompt's list of skills. */
export const LISTED_SKILLS_BYTES_MAX = 16 * 1_024;

/** Bytes of a skill's description in that list. */
export const LISTED_DESCRIPTION_BYTES_MAX = 256;

/** Bytes that the content of all personas may take in the system prompt. */
export const PERSONAS_BYTES_MAX = 64 * 1_024;

/** Passages that one search in the knowledge shows, unless the model asks for another number. */
export const KNOWLEDGE_HITS_DEFAULT = 5;

/** Most passages that one search in the knowledge shows. */
export const KNOWLEDGE_HITS_MAX = 20;

/** Characters of one search in the knowledge. */
export const KNOWLEDGE_QUERY_CHARACTERS_MAX = 500;

/** Bytes of a passage's text that a search shows. */
export const KNOWLEDGE_HIT_TEXT_BYTES_MAX = 2 * 1_024;

/** Bytes of a passage's document, and of its place there, that a search shows. */
export const KNOWLEDGE_CITATION_BYTES_MAX = 512;

/** Documents of one document knowledge. */
export const KNOWLEDGE_DOCUMENTS_MAX = 10_000;

/** Bytes of all documents of one document knowledge together; reading them holds everything else up. */
export const KNOWLEDGE_DOCUMENT_BYTES_MAX = 4 * 1_024 * 1_024;

/** Bytes of a document's path. */
export const KNOWLEDGE_PATH_BYTES_MAX = 512;

/** Bytes of a heading that its sections keep. */
export const KNOWLEDGE_HEADING_BYTES_MAX = 128;

/** Bytes of one section; a longer part of a document becomes several. */
export const KNOWLEDGE_SECTION_BYTES_MAX = 2 * 1_024;
/** How long a context provider may take over one query, and over one turn's end. */
export const CONTEXT_TIMEOUT_MS = 10_000;

/** Bytes of the context in a run's system prompt, as the model reads it. */
export const CONTEXT_BYTES_MAX = 64 * 1_024;

/** Bytes of the context there that is required. */
export const CONTEXT_REQUIRED_BYTES_MAX = 256 * 1_024;
/** How long one command may take. */
export const COMMAND_TIMEOUT_MS = 120_000;

/** Bytes of a command's answer that are kept. */
export const COMMAND_OUTPUT_BYTES_MAX = 256 * 1_024;

/** How long a host may take to find a model. */
export const MODEL_RESOLUTION_TIMEOUT_MS = 30_000;

/** Agents one inside the other: one that a run delegates to may delegate, the next may not. */
export const DELEGATION_DEPTH_MAX = 2;

/** Tasks that one run and its agents may hand to agents. */
export const DELEGATED_TASKS_MAX = 256;

/** How long one agent may work on its task, unless its run has less time. */
export const DELEGATED_TASK_TIMEOUT_MS = 1_800_000;

/** Tasks that one call may hand out. */
export const TASKS_PER_CALL_MAX = 16;

/** Characters of one task. */
export const TASK_PROMPT_CHARACTERS_MAX = 64 * 1_024;

/** Bytes of the list of agents that a delegating model is shown. */
export const LISTED_AGENTS_BYTES_MAX = 8 * 1_024;
