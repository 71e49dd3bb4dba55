import { expect, it } from 'vitest';
import * as aiSdk from '../src/ai-sdk/limits.js';
import * as catalog from '../src/catalog/limits.js';
import * as identity from '../src/identity/limits.js';
import * as kinds from '../src/kinds/limits.js';
import * as lifecycle from '../src/lifecycle/limits.js';
import * as loop from '../src/loop/limits.js';
import * as mcp from '../src/mcp/limits.js';
import * as model from '../src/model/limits.js';
import * as openai from '../src/openai/limits.js';
import * as registry from '../src/registry/limits.js';
import * as scope from '../src/scope/limits.js';
import * as session from '../src/session/limits.js';

const KiB = 1_024;
const MiB = 1_024 * KiB;
const SECOND = 1_000;

// Tests of the limits take them by their names. Here are the numbers: digests, stored records and hosts hang on them.
it.each([
  [
    'identity',
    identity,
    {
      MAX_IDENTIFIER_BYTES: 256,
      MAX_PUBLIC_NAME_BYTES: 256,
      MAX_PACKAGE_VERSION_BYTES: 128,
      MAX_SOURCES_PER_SET: 1_024,
      MAX_CAPABILITIES_PER_SET: 4_096,
      MAX_DEPENDENCIES_PER_CAPABILITY: 128,
      MAX_DEPENDENCY_EDGES_PER_SET: 32_768,
      MAX_CANONICAL_BYTES: 16 * MiB,
    },
  ],
  [
    'lifecycle',
    lifecycle,
    {
      MAX_LIFECYCLE_NAME_BYTES: 128,
      MAX_MESSAGE_BYTES: KiB,
      DEFAULT_CLOSE_TIMEOUT_MS: 5 * SECOND,
      MAX_CLOSE_TIMEOUT_MS: 60 * SECOND,
      ABORT_GRACE_MS: 100,
      MAX_REPORTED_FAILURES: 64,
      DEFAULT_EVENT_HISTORY: 10_000,
    },
  ],
  [
    'model',
    model,
    {
      REHEARSAL_TURNS_MAX: 1_000,
      REHEARSAL_PACE_MS_MAX: 60 * SECOND,
      MODEL_ARGUMENTS_DEPTH_MAX: 100,
    },
  ],
  ['scope', scope, { MAX_SCOPE_EFFECTS: 1_024, MAX_SCOPE_TASKS: 1_024, MAX_SCOPE_CHILDREN: 1_024 }],
  [
    'kinds',
    kinds,
    {
      MCP_TOOLS_MAX: 1_024,
      MCP_DEFINITIONS_BYTES_MAX: 16 * MiB,
      MCP_TOOL_NAME_BYTES_MAX: 256,
      SKILL_BYTES_MAX: 4 * MiB,
    },
  ],
  ['catalog', catalog, { MAX_TRANSACTION_EFFECTS: 4_096, DEFAULT_PREPARE_CONCURRENCY: 8 }],
  [
    'loop',
    loop,
    {
      TOOL_ROUNDS_DEFAULT: 50,
      PARALLEL_TOOL_CALLS_DEFAULT: 8,
      TOOL_CALLS_PER_TURN_MAX: 128,
      TOOL_TIMEOUT_MS_DEFAULT: 120 * SECOND,
      MODEL_CALL_TIMEOUT_MS_DEFAULT: 600 * SECOND,
      CONFIRMATION_TIMEOUT_MS: 3_600 * SECOND,
      TOOL_RESULT_BYTES_DEFAULT: 64 * KiB,
      PERMISSION_RULES_MAX: 1_024,
      RATE_LIMIT_RETRIES: 4,
      RATE_LIMIT_BACK_OFF_MS: SECOND,
      RATE_LIMIT_BACK_OFF_MS_MAX: 60 * SECOND,
      SKILL_HITS_DEFAULT: 10,
      SKILL_HITS_MAX: 50,
      SKILL_QUERY_CHARACTERS_MAX: 500,
      SKILL_HIT_DESCRIPTION_BYTES_MAX: 512,
      SKILL_VERSION_BYTES_MAX: 128,
      SKILL_ALLOWED_TOOLS_BYTES_MAX: 4 * KiB,
      SKILL_CONTENT_BYTES_MAX: 48 * KiB,
      SKILL_CANDIDATES_MAX: 5,
      LISTED_SKILLS_MAX: 100,
      LISTED_SKILLS_BYTES_MAX: 16 * KiB,
      LISTED_DESCRIPTION_BYTES_MAX: 256,
      PERSONAS_BYTES_MAX: 64 * KiB,
    },
  ],
  [
    'session',
    session,
    {
      CONCURRENT_RUNS_DEFAULT: 16,
      CONCURRENT_RUNS_MAX: 1_024,
      RUN_RECORDS_MAX: 1_000,
      RUN_EVENTS_MAX: 50_000,
      RUN_EVENT_BYTES_MAX: 64 * MiB,
      RUN_EVENT_PAGE_MAX: 1_000,
      RUN_ID_CHARACTERS_MAX: 128,
      PROMPT_BYTES_MAX: 4 * MiB,
      CONVERSATION_MESSAGES_MAX: 10_000,
      DYNAMIC_TOOLS_MAX: 1_024,
      ADDED_SKILLS_MAX: 1_024,
      RECORD_TEXT_BYTES_MAX: 64 * KiB,
      TEXT_FLUSH_BYTES: KiB,
      TEXT_FLUSH_MS: 100,
      EVENT_TEXT_BYTES_MAX: 16 * KiB,
      EVENT_NAME_BYTES_MAX: 256,
      LEASE_ACQUISITION_TIMEOUT_MS: 30 * SECOND,
      IDLE_WAIT_MS: 2 * SECOND,
    },
  ],
  [
    'registry',
    registry,
    {
      DEFAULT_PACKAGE_LIMITS: {
        maxFiles: 10_000,
        maxBytes: 256 * MiB,
        maxDepth: 32,
        maxSkillBytes: 512 * KiB,
        maxManifestBytes: MiB,
      },
      MAX_SERVER_NAME_CHARS: 56,
      MAX_PACKAGE_NAME_BYTES: 127,
      MAX_SKILL_NAME_BYTES: 128,
      MAX_YAML_ALIASES: 100,
      MAX_DIAGNOSTICS_PER_ITEM: 50,
      MAX_CLASHING_PATHS: 10,
      CONTENT_FILES_AT_ONCE: 8,
      DEFAULT_KEPT_GENERATIONS: 5,
      MAX_KEPT_GENERATIONS: 1_000,
      MAX_PACKAGES_PER_GENERATION: 1_024,
      MAX_ITEMS_PER_GENERATION: 4_096,
      MAX_FORMAT_BYTES: 64 * KiB,
      MAX_RECORD_BYTES: 16 * MiB,
      MAX_SOURCES_PER_VERSION: 16,
      MAX_REFUSED_ITEMS: 10,
    },
  ],
  [
    'mcp',
    mcp,
    {
      DEFAULT_MCP_LIMITS: {
        initializeTimeoutMs: 30 * SECOND,
        listToolsTimeoutMs: 15 * SECOND,
        callTimeoutMs: 60 * SECOND,
        maxToolPages: 64,
        maxMessageBytes: 16 * MiB,
        maxUnsentMessages: 4_096,
        maxRubbishLines: 64,
        maxReportedRubbishLines: 20,
        rubbishExcerptChars: 200,
        maxStderrBytes: 16 * KiB,
        maxLogBytes: 16 * KiB,
        exitDrainMs: 100,
        closeGraceMs: 1_500,
        terminateGraceMs: SECOND,
        killGraceMs: SECOND,
      },
      GROUP_POLL_INTERVAL_MS: 20,
      PROCESS_TABLE_TIMEOUT_MS: 2 * SECOND,
    },
  ],
  [
    'openai',
    openai,
    {
      FIRST_BYTE_TIMEOUT_MS: 240 * SECOND,
      IDLE_TIMEOUT_MS: 120 * SECOND,
      AFTER_END_TIMEOUT_MS: 250,
      ANSWER_BYTES_MAX: 16 * MiB,
      REFUSAL_BYTES_MAX: 64 * KiB,
      SECRET_CHARACTERS_MIN: 8,
    },
  ],
  ['ai-sdk', aiSdk, { PART_TIMEOUT_MS: 240 * SECOND, ANSWER_BYTES_MAX: 16 * MiB, WARNINGS_MAX: 16 }],
])('the limits of %s are these and no others', (_folder, limits, numbers) => {
  expect({ ...limits }).toEqual(numbers);
});
