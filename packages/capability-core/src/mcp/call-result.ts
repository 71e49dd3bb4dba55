import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import type { McpCallResult } from '../kinds/mcp-client.js';
import type { JsonValue } from '../model/json-value.js';

/** A call's result as a run sees it: text as it is, everything else by a short description. */
export function callResult(result: CallToolResult): McpCallResult {
  const content = result.content.map(textOf).join('\n');
  const isError = result.isError === true;
  if (result.structuredContent === undefined) return { content, isError };
  const structured: JsonValue = JSON.parse(JSON.stringify(result.structuredContent));
  return { content: content === '' ? JSON.stringify(structured) : content, isError, structured };
}

function textOf(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type} ${block.mimeType}, ${block.data.length} base64 characters]`;
    case 'resource_link':
      return `[resource ${block.name} ${block.uri}]`;
    case 'resource':
      return 'text' in block.resource ? block.resource.text : `[resource ${block.resource.uri}]`;
  }
}
