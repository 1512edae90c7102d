import { ClientError } from '../../../sdk/client/index.js';
import { printable } from '../../../domain/shared/printable.js';
import { NoResponse } from '../../server/no-response.js';
import { NothingFound } from '../nothing-found.js';

/** Explains an error to a person: the service's sentence, a remedy, and the request's id. */
export function explained(error: unknown): string {
  if (!(error instanceof ClientError)) return error instanceof Error ? error.message : String(error);
  const { message, status, code, details, hint, requestId, cause } = error;
  if (cause instanceof NoResponse) return cause.message;
  // The client's own message is meant for programmers.
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

/** Whether the error means that nothing has the given name, or that something required is unreachable; undefined for other errors. */
export function failureOf(error: unknown): 'not-found' | 'unreachable' | undefined {
  if (error instanceof NothingFound) return 'not-found';
  if (error instanceof NoResponse) return 'unreachable';
  if (!(error instanceof ClientError)) return undefined;
  if (error.cause instanceof NoResponse || ['network', 'timeout'].includes(error.code)) return 'unreachable';
  return error.status === 404 && !FOREIGN_404.includes(error.code) ? 'not-found' : undefined;
}

/** Codes of a 404 for an unknown path: the server is another program, or an older Sluice. */
const FOREIGN_404: readonly string[] = ['http-error', 'not-found'];

const HOW_TO_PROVE =
  'this needs a wallet or an API key: give a wallet with SLUICE_WALLET_KEY or --key-file, on a devnet with --wallet; or the key with SLUICE_API_KEY';

function detailLines(details: unknown): readonly string[] {
  if (details === undefined) return [];
  if (Array.isArray(details))
    return details.map((each) => `- ${typeof each === 'string' ? each : JSON.stringify(each)}`);
  return [JSON.stringify(details)];
}
