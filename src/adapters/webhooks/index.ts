import type { SendOutcome } from '../../domain/webhook/delivery.js';
import { hostOf, isAllowedHost, urlProblem, type UrlRules } from '../../domain/webhook/url.js';
import type { WebhookContent, WebhookMessage, WebhookSender } from '../../ports/index.js';
import { findAddresses } from './find-addresses.js';
import { post, type Posted } from './post.js';
import { isPublicAddress } from './public-addresses.js';
import { resolveByName, resolveBySystem, type Resolve } from './resolve-host.js';
import { signedHeaders } from './sign.js';

export { makeReadDocument } from './read-document.js';
export { makeReadImage } from './read-image.js';
export type { PublicOptions } from './read-public.js';

/** Options of {@link createWebhookSender}. */
export interface WebhookSenderOptions {
  /** Rules for the addresses to which messages may go. */
  readonly rules: UrlRules;
  /** Writes the body of a message. */
  readonly write: (content: WebhookContent) => string;
  /** Milliseconds for a whole attempt, from resolving the name to the end of the response. Default 10,000. */
  readonly timeoutMs?: number;
  /** Further headers of the message that is being sent, such as `traceparent`. */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined;
  /** Looks up hosts that the operator has not allowed; by default through this machine's name servers. */
  readonly resolve?: Resolve;
}

const TIMEOUT_MS = 10_000;

/**
 * Sends webhooks as defined by Standard Webhooks. Unless the operator allows the host, all its addresses must be public. Connects
 * only to addresses that were checked in this way.
 *
 * @example
 * const sender = createWebhookSender({ rules: { allowedHosts: [] }, write: webhookBody });
 */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { rules, write, timeoutMs = TIMEOUT_MS, resolve = resolveByName, headers: further } = options;

  async function attempt(message: WebhookMessage, signal: AbortSignal): Promise<Posted> {
    if (urlProblem(message.url, rules) !== undefined) return { kind: 'failed', failure: 'url-refused' };
    const url = new URL(message.url);
    const isAllowed = isAllowedHost(url, rules);
    const host = hostOf(url);
    const addresses = await findAddresses(host, isAllowed ? resolveBySystem : resolve, signal);
    if (signal.aborted) return { kind: 'failed', failure: 'no-response-in-time' };
    if (addresses.length === 0) return { kind: 'failed', failure: 'host-unresolved' };
    if (!isAllowed && !addresses.every(isPublicAddress))
      return { kind: 'failed', failure: 'address-refused' };
    const body = write(message.content);
    const headers = {
      ...further?.(),
      'content-type': 'application/json',
      'user-agent': 'Sluice-Webhooks/1',
      ...signedHeaders(message, body),
    };
    return post({ url, addresses, headers, body }, signal);
  }

  return {
    isPublic: isPublicAddress,
    async send(message: WebhookMessage, stopped: AbortSignal): Promise<SendOutcome> {
      const signal = AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]);
      const startedAt = performance.now();
      const posted = await attempt(message, signal);
      const tookMs = Math.round(performance.now() - startedAt);
      if (posted.kind === 'failed') return stopped.aborted ? { kind: 'interrupted' } : { ...posted, tookMs };
      const { status, retryAfter } = posted;
      const retryAfterMs = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1_000 : undefined;
      return { kind: 'responded', status, tookMs, ...(retryAfterMs !== undefined && { retryAfterMs }) };
    },
  };
}
