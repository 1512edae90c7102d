import { setTimeout as sleep } from 'node:timers/promises';
import { isObject } from '../../../domain/shared/fields.js';
import { parseJson } from '../../../domain/shared/json.js';
import type { Pace } from './pace.js';
import { UpstreamUnavailable } from '../vm/upstream.js';

/** Options for access to a network's API. */
export interface ForkApiOptions {
  /** Base address, without a trailing slash. */
  readonly url: string;
  /** Sent as `x-api-key`. */
  readonly apiKey?: string | undefined;
}

export interface ApiResponse {
  readonly status: number;
  /** The parsed JSON; undefined if the body is not JSON. */
  readonly body: unknown;
}

const TIMEOUT_MS = 15_000;

/** Requests to a network's API, except those of the VM. They only read: every request is a GET. */
export class ForkApi {
  /** Number of requests sent. */
  requests = 0;

  constructor(
    private readonly options: ForkApiOptions,
    private readonly pace: Pace,
  ) {}

  /**
   * The response to a request; `path` includes the query.
   *
   * @throws UpstreamUnavailable for status 429 or 5xx, for no response, and if the host does not know the requested block.
   */
  async get(path: string): Promise<ApiResponse> {
    const { url, apiKey } = this.options;
    await sleep(this.pace.book());
    this.requests += 1;
    const name = path.replace(/\?.*$/, '');
    const headers = { accept: 'application/json', ...(apiKey !== undefined && { 'x-api-key': apiKey }) };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    let status: number, text: string;
    try {
      const response = await fetch(`${url}${path}`, { headers, signal });
      status = response.status;
      text = await response.text();
    } catch (cause) {
      throw new UpstreamUnavailable(`${name}: no response`, { cause });
    }
    const lacksBlock = status === 404 && /\btip\b/i.test(text);
    if (status === 429 || status >= 500 || lacksBlock)
      throw new UpstreamUnavailable(`${name}: status ${status}`);
    return { status, body: parseJson(text) };
  }

  /** The fields of a response with status 200. @throws UpstreamUnavailable for any other status. */
  async fields(path: string): Promise<Readonly<Record<string, unknown>>> {
    const { status, body } = await this.get(path);
    const name = path.replace(/\?.*$/, '');
    if (status !== 200) throw new UpstreamUnavailable(`${name}: status ${status}`);
    if (!isObject(body)) throw new UpstreamUnavailable(`${name}: the response is not a JSON object`);
    return body;
  }
}
