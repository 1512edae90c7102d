import { err, type Result } from '../../../domain/shared/result.js';
import type { ChainRead, ChainUnreachable } from '../../../ports/index.js';
import type { HttpOptions } from './http-attempt.js';
import { createHttpClient, type HttpClient } from './http.js';
import type { RequestPurpose } from './request-budget.js';

/** Hosts that a node client queries, and options for repeating requests. */
export interface HostsOptions extends HttpOptions {
  /** Further addresses of nodes with an index, in order of preference, for when `baseUrl` fails. */
  readonly fallbackUrls?: readonly string[];
}

/** Several hosts of one chain, of which one is in use at a time. */
export interface Hosts extends HttpClient {
  as(purpose: RequestPurpose): Hosts;
  /**
   * Queries the host in use and, if it fails, the others in order of preference. The first that responds is in use from then on,
   * and all other calls go only to it. So everything that starts with this call reads from one host until it fails.
   */
  choose<T>(ask: (host: Pick<HttpClient, 'get'>) => ChainRead<T>): ChainRead<T>;
}

/** Milliseconds after a change of hosts until the preferred hosts are tried again. */
const RETURN_AFTER_MS = 60_000;

/** Opens clients for the hosts. Each has its own circuit breaker and pauses. */
export function createHosts({ baseUrl, fallbackUrls = [], ...options }: HostsOptions): Hosts {
  const { monotonicMs = () => performance.now() } = options;
  const clients = [baseUrl, ...fallbackUrls].map((url) => createHttpClient({ ...options, baseUrl: url }));
  let current = 0;
  let hasFailed = false;
  let returnsAt = 0;

  const using = () => clients[current]!;
  const noted = async <T>(call: ChainRead<T>) => {
    const caller = current;
    const result = await call;
    if (!result.ok && caller === current) hasFailed = true;
    return result;
  };

  /**
   * Lists the hosts in the order in which to query them: preferred ones that are due for another try, the one in use, then the
   * others. If the one in use has failed, it comes last.
   */
  const candidates = (): readonly number[] => {
    const all = clients.map((_, n) => n);
    const better = monotonicMs() >= returnsAt ? all.slice(0, current) : [];
    const others = all.filter((n) => n !== current && !better.includes(n));
    return hasFailed ? [...better, ...others, current] : [...better, current, ...others];
  };

  const clientFor = (purpose: RequestPurpose): Hosts => ({
    async choose(ask) {
      let failure: Result<never, ChainUnreachable> = err({ kind: 'chain-unreachable', reason: 'no host' });
      for (const candidate of candidates()) {
        const answer = await ask(clients[candidate]!.as(purpose));
        if (!answer.ok) {
          failure = answer;
          continue;
        }
        // All hosts preferred to this one have failed, so they are due again only after a while.
        if (candidate > 0 && monotonicMs() >= returnsAt) returnsAt = monotonicMs() + RETURN_AFTER_MS;
        if (candidate !== current) options.onEvent?.({ kind: 'host-changed', host: candidate });
        current = candidate;
        hasFailed = false;
        return answer;
      }
      hasFailed = true;
      return failure;
    },
    get: (path) => noted(using().as(purpose).get(path)),
    query: (path, body) => noted(using().as(purpose).query(path, body)),
    sendOnce: (path, bytes) => noted(using().sendOnce(path, bytes)),
    as: clientFor,
    waitFor: (requests) => using().as(purpose).waitFor(requests),
    close: async () => void (await Promise.all(clients.map((client) => client.close()))),
  });
  return clientFor('settlement');
}
