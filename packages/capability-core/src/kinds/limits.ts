/** Most tools that one MCP binding may hold. */
export const MCP_TOOLS_MAX = 1_024;

/** Most bytes of serialised tool definitions that one MCP binding may hold. */
export const MCP_DEFINITIONS_BYTES_MAX = 16 * 1_024 * 1_024;

/** Most bytes of the name that a model knows an MCP tool by, prefix included. */
export const MCP_TOOL_NAME_BYTES_MAX = 256;

/** Most bytes of all texts of one skill together. */
export const SKILL_BYTES_MAX = 4 * 1_024 * 1_024;

/** Most bytes of all texts of one agent together. */
export const AGENT_BYTES_MAX = 256 * 1_024;

/** Most bytes of a command's name, description and usage together. */
export const COMMAND_BYTES_MAX = 16 * 1_024;
