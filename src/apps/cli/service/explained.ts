import { ClientError } from '../../../sdk/client/index.js';
import { printable } from '../../../domain/shared/printable.js';
import { NodeUnreachable } from '../../server/node-unreachable.js';
import { NothingFound } from '../nothing-found.js';

const SILENT = {
  server: {
    what: 'server',
    advice: 'start one with sluice serve, or name the address of a running one with --url',
  },
  node: {
    what: 'Stacks node',
    advice: 'STACKS_API_URL names the node that transactions go to; on a devnet the server names it',
  },
} as const;

/** Nothing responds at the address of the server, or of the node. */
export class NoResponse extends Error {
  constructor(whose: keyof typeof SILENT, url: string, cause: unknown) {
    const { what, advice } = SILENT[whose];
    super(`no ${what} responds at ${new URL(url).origin} (${reasonOf(cause)}): ${advice}`, { cause });
  }
}

/** Explains an error to a person: the service's sentence, what would help, and the request's id. */
export function explained(error: unknown): string {
  if (!(error instanceof ClientError)) return error instanceof Error ? error.message : String(error);
  const { message, status, code, details, hint, requestId, cause } = error;
  if (cause instanceof NoResponse) return cause.message;
  // The client's sentence is for programs.
  if (code === 'no-credentials') return HOW_TO_PROVE;
  const isForeign = ['http-error', 'not-json', 'unexpected-shape'].includes(code);
  return [
    status === undefined ? message : `${message} (${status} ${code})`,
    ...detailLines(details),
    ...(hint === undefined ? [] : [hint]),
    ...(isForeign ? ['is --url the address of a Sluice server?'] : []),
    ...(requestId === undefined ? [] : [`request id: ${requestId}`]),
  ]
    .map(printable)
    .join('\n');
}

/** Whether the error says that nothing has the name, or that what it needs cannot be reached; undefined for any other. */
export function failureOf(error: unknown): 'not-found' | 'unreachable' | undefined {
  if (error instanceof NothingFound) return 'not-found';
  if (error instanceof NodeUnreachable) return 'unreachable';
  if (!(error instanceof ClientError)) return undefined;
  if (error.cause instanceof NoResponse || ['network', 'timeout'].includes(error.code)) return 'unreachable';
  return error.status === 404 && !FOREIGN_404.includes(error.code) ? 'not-found' : undefined;
}

/** The path itself is unknown, so the server is another one, or an older one. */
const FOREIGN_404: readonly string[] = ['http-error', 'not-found'];

const HOW_TO_PROVE =
  'this needs a wallet or an API key: give a wallet with SLUICE_WALLET_KEY or --key-file, on a devnet with --wallet; or the key with SLUICE_API_KEY';

function detailLines(details: unknown): readonly string[] {
  if (details === undefined) return [];
  if (Array.isArray(details))
    return details.map((each) => `- ${typeof each === 'string' ? each : JSON.stringify(each)}`);
  return [JSON.stringify(details)];
}

/** fetch says only that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & {
    readonly cause?: { readonly code?: string; readonly message?: string };
  };
  return cause?.code ?? cause?.message ?? message;
}
