import {
  createNodeClient,
  RequestBudget,
  type HttpEvent,
  type StacksNode,
} from '../../adapters/stacks/index.js';
import type { Tracer } from '../../ports/index.js';
import type { Log } from './log.js';

/** Node from which the chain is read and to which swaps are sent. */
export interface NodeOptions {
  /** Base address of a Stacks node with its API, such as https://api.mainnet.hiro.so, without a trailing slash. */
  readonly url: string;
  /** Fallbacks for the first address, in order of preference. */
  readonly fallbackUrls?: readonly string[] | undefined;
  /** API key, sent as `x-api-key`. A secret. */
  readonly apiKey?: string | undefined;
  /** Requests per minute that the host allows this process, at least 10; unlimited if absent. */
  readonly requestsPerMinute?: number | undefined;
}

/** Observers of the requests to the node, in addition to the log. */
export interface NodeObservers {
  readonly tracer?: Tracer | undefined;
  readonly onEvent?: (event: HttpEvent) => void;
  readonly onRequest?: (
    budget: RequestBudget | undefined,
  ) => Parameters<typeof createNodeClient>[0]['onRequest'];
}

/** A client of the node that logs the node's outages. */
export function openNode(
  { url: baseUrl, fallbackUrls, apiKey, requestsPerMinute: perMinute }: NodeOptions,
  log: Log,
  { tracer, onEvent, onRequest }: NodeObservers = {},
): StacksNode {
  const budget = perMinute === undefined ? undefined : new RequestBudget({ perMinute });
  return createNodeClient({
    baseUrl,
    ...(fallbackUrls && { fallbackUrls }),
    apiKey,
    budget,
    tracer,
    onRequest: onRequest?.(budget),
    onEvent: (event) => {
      logNodeEvent(log, event);
      onEvent?.(event);
    },
  });
}

function logNodeEvent(log: Log, { kind, ...facts }: HttpEvent): void {
  if (kind === 'host-changed') log.warn(facts, 'the node failed; another one is in use');
  else if (kind === 'host-paused') log.warn(facts, 'the node asked for a pause; requests wait');
  else if (kind === 'circuit-opened') log.warn(facts, 'the node fails too often; requests are suspended');
  else if (kind === 'circuit-closed') log.info(facts, 'the node responds again');
  else if (kind === 'unknown-status')
    log.warn(
      facts,
      'the index names an unknown status: in a block it counts as aborted, outside one as pending',
    );
}
