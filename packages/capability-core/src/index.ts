// Models, kinds, loop, sessions

export { McpBinding, type McpToolDefinition } from './kinds/mcp-binding.js';
export { McpBindingError, type McpBindingFault } from './kinds/mcp-binding-error.js';
export type { McpCallResult, McpClient } from './kinds/mcp-client.js';
export { mcpTools } from './kinds/mcp-tool.js';
export type { Skill, SkillKind } from './kinds/skill.js';
export type { JsonSchemaObject, Tool } from './kinds/tool.js';
export { CONSERVATIVE_TOOL_CAPABILITIES, type ToolCapabilities } from './kinds/tool-capabilities.js';
export type { ToolContext, ToolScope } from './kinds/tool-context.js';
export type { ToolErrorKind } from './kinds/tool-error-kind.js';
export { ToolOutput } from './kinds/tool-output.js';
export { CapabilityValue, type CapabilityValueKind, publicNameOf } from './kinds/value.js';
export type {
  ContentBlock,
  ImageBlock,
  TextBlock,
  ToolResultBlock,
  ToolUseBlock,
} from './model/content-block.js';
export { toolResultText } from './model/content-block.js';
export { isJsonObject, type JsonObject, type JsonValue } from './model/json-value.js';
export type { LlmClient, LlmRequest, StreamEvent } from './model/llm-client.js';
export type { LlmResponse, LlmResponseMeta } from './model/llm-response.js';
export { type Message, messageText, toolUses, userMessage } from './model/message.js';
export { ModelError, type ModelFault } from './model/model-error.js';
export { RehearsalModel } from './model/rehearsal-model.js';
export {
  parseRehearsalScript,
  type RehearsalScript,
  type RehearsalScriptInput,
  type RehearsalTurn,
} from './model/rehearsal-script.js';
export type { RehearsalWait } from './model/rehearsal-waits.js';
export { addTokenUsage, NO_TOKEN_USAGE, type TokenUsage } from './model/token-usage.js';
export type { ToolDefinition } from './model/tool-definition.js';
export type { ToolTrust } from './model/tool-trust.js';
