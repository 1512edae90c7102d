import { Server, type CallToolResult } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../domain/shared/json.js';
import { ToolError, type Arguments, type McpTool, type ToolContext } from './tool.js';

/** Parts of an MCP server. */
export interface McpParts {
  readonly tools: readonly McpTool[];
  readonly context: ToolContext;
  /** Version of the program. */
  readonly version: string;
  /** Notes an unexpected error, whose message callers do not get. */
  readonly onFailure: (error: unknown) => void;
}

/** Longest arguments of a call as JSON, characters: those of a batch of a hundred orders. */
const MOST_ARGUMENTS = 400_000;

const INSTRUCTIONS = '';

/** Makes the MCP server for one connection or one request. It keeps nothing between calls. */
export function mcpServer({ tools, context, version, onFailure }: McpParts): Server {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const server = new Server(
    { name: 'sluice', title: 'Sluice', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ name, title, description, inputSchema, isRead }) => ({
      name,
      title,
      description,
      inputSchema: inputSchema as { type: 'object' },
      annotations: { title, readOnlyHint: isRead, destructiveHint: false, openWorldHint: true },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args = {} } }) => {
    const tool = byName.get(name);
    try {
      if (tool === undefined)
        throw new ToolError(`there is no tool ${name.slice(0, 100)}: list the tools`, { code: 'unknown-tool' });
      if (JSON.stringify(args).length > MOST_ARGUMENTS)
        throw new ToolError('the arguments are too long', { code: 'arguments-too-long' });
      return result(await tool.run(args as Arguments, context));
    } catch (error) {
      if (!(error instanceof ToolError)) onFailure(error);
      return refusal(error);
    }
  });
  return server;
}

const result = (answer: object): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(answer) }],
  structuredContent: answer as JsonObject,
});

/** The error as a result that the agent reads. An unexpected one is not quoted: it may hold an argument. */
function refusal(error: unknown): CallToolResult {
  const told =
    error instanceof ToolError
      ? { error: error.message, ...error.problem }
      : { error: 'The tool failed. Nothing is known of its effect: read before you repeat it.', code: 'failed' };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(told) }] };
}
