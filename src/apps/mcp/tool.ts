import type { JsonSchema } from '../../adapters/express/index.js';
import { createClient, type Client, type ClientWallet } from '../../sdk/client/index.js';
import type { SigningFacts } from '../../sdk/trading/index.js';

export type { SigningFacts };

/** Surroundings that tools work with. */
export interface ToolContext {
  /** Address of the server for requests, without a trailing slash. */
  readonly url: string;
  /** Address of the server as wallets know it: signed messages name its origin. */
  readonly audience: string;
  /** Sends a request to the server. */
  readonly fetch: typeof globalThis.fetch;
  /** Reads the network's facts. */
  readonly facts: () => Promise<SigningFacts>;
  /** Current time in Unix milliseconds. */
  readonly now: () => number;
}

/** Client of the server, for tools that need more than one request, or a wallet that is asked for what is then left to the owner. */
export const clientOf = ({ url, fetch }: Pick<ToolContext, 'url' | 'fetch'>, wallet?: ClientWallet): Client =>
  createClient({ baseUrl: url, fetch, attempts: 2, ...(wallet && { wallet }) });

/** Arguments of a call by name, not validated yet. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A tool of the MCP server. */
export interface McpTool {
  /** Name in snake case, such as `quote_route`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Whether the tool changes nothing on the server. */
  readonly isRead: boolean;
  /** Does the work. @throws ToolError for arguments or answers that the caller should know of. */
  readonly run: (args: Arguments, context: ToolContext) => Promise<object>;
}

/** Facts of an error that the caller of a tool gets. */
export interface ToolProblem {
  /** Code of the error, one word. */
  readonly code: string;
  /** Name of the argument at fault, if one is. */
  readonly field?: string | undefined;
  /** HTTP status of the server's refusal, if it is one. */
  readonly status?: number;
  readonly hint?: string | undefined;
  /** Further facts, such as the candidates of an ambiguous name. */
  readonly details?: unknown;
}

/** Error that the caller of a tool is to read. Its message never contains a signature or a key. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  constructor(
    message: string,
    readonly problem: ToolProblem,
  ) {
    super(message);
  }
}

/** An argument that cannot be used. */
export const badArgument = (field: string, message: string, details?: unknown): ToolError =>
  new ToolError(`${field}: ${message}`, { code: 'invalid-argument', field, details });
