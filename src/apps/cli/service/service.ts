import { createClient, ClientError, type Client, type ClientOptions } from '../../../sdk/client/index.js';
import { requestJson, type Failing } from '../../../sdk/client/transport/request-json.js';
import type { DevAccount } from '../../devnet/index.js';
import type { Registry } from '../../../domain/market/registry.js';
import { NoResponse } from '../../server/no-response.js';

/** Server that a command calls. */
export interface ServerOption {
  /** Address of the server without a trailing slash. */
  readonly url: string;
}

const ATTEMPT_LIMIT_MS = 30_000;
const CALL_LIMIT_MS = 60_000;

export const openClient = ({ url }: ServerOption, more: Omit<ClientOptions, 'baseUrl'> = {}): Client =>
  createClient({
    baseUrl: url,
    fetch: reaching(url),
    timeoutMs: CALL_LIMIT_MS,
    attemptTimeoutMs: ATTEMPT_LIMIT_MS,
    attempts: 3,
    ...more,
  });

/** Facts that a devnet server reports about its chain. */
export interface Devnet extends Pick<Registry, 'network' | 'tokens' | 'routers'> {
  readonly accounts: readonly DevnetAccount[];
}

export interface DevnetAccount extends DevAccount {
  /** Balances in smallest units, by contract id. */
  readonly balances: Readonly<Record<string, string>>;
}

const fail: Failing = (message, { code, status, cause }) => new ClientError(message, { code, status, cause });

/** The devnet of the server. Rejects with status 404 if the server is on another network. */
export const readDevnet = async (url: string): Promise<Devnet> =>
  (await requestJson(`${url}/devnet`, { timeoutMs: ATTEMPT_LIMIT_MS, fetch: reaching(url), fail })) as Devnet;

/** Whether the server refused, rather than being unreachable. */
export const isRefusal = (error: unknown): error is ClientError =>
  error instanceof ClientError && error.status !== undefined;

/** Reason of a network error: the error of `fetch` only says that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & {
    readonly cause?: { readonly code?: string; readonly message?: string };
  };
  return cause?.code ?? cause?.message ?? message;
}

/** Makes a `fetch` whose error says what did not respond: the server, or the node for a wallet's transactions. */
export const reaching =
  (server: string): typeof fetch =>
  async (input, init) => {
    try {
      return await fetch(input, init);
    } catch (error) {
      if (init?.signal?.aborted === true) throw error;
      const url = input instanceof Request ? input.url : String(input);
      const whose = new URL(url).origin === new URL(server).origin ? 'server' : 'node';
      throw new NoResponse(whose, url, reasonOf(error));
    }
  };
