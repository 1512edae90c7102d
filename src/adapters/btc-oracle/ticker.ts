import { err, ok, type Result } from '../../domain/shared/result.js';
import type { BtcPrice, BtcPriceSource, Clock, SourceFailed } from '../../ports/index.js';

/** Settings of one source. */
export interface TickerOptions {
  /** Base URL without a path; the source's public one by default. */
  readonly baseUrl?: string;
  /** Milliseconds from connecting to the last byte. Default 5,000. */
  readonly timeoutMs?: number;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

/** The machine's clock. */
export const MACHINE: Clock = { now: () => new Date() };

/** Properties of one price source. */
interface Ticker {
  readonly name: string;
  readonly url: string;
  /** Finds the last price in a response; `at` is absent if the source gives no time. */
  readonly find: (response: unknown) => Result<{ readonly usd: unknown; readonly at?: Date }, string>;
}

const TIMEOUT_MS = 5_000;
/** Maximum length of a response. A ticker's is well below one kilobyte. */
const MAX_RESPONSE_BYTES = 64 * 1024;
const DECIMAL = /^\d{1,15}(\.\d{1,18})?$/;

/** A source that is requested once for each reading. */
export function tickerSource(
  { name, url, find }: Ticker,
  { clock = MACHINE, timeoutMs = TIMEOUT_MS }: TickerOptions,
): BtcPriceSource {
  const fails = (reason: string) => err({ kind: 'source-failed' as const, reason: `${name}: ${reason}` });
  return {
    name,
    read: async (): Promise<Result<BtcPrice, SourceFailed>> => {
      const response = await fetchJson(url, timeoutMs);
      if (!response.ok) return fails(response.error);
      const found = find(response.value);
      if (!found.ok) return fails(found.error);
      const usd = parsePrice(found.value.usd);
      if (usd === undefined) return fails('the response has no price');
      const at = found.value.at ?? clock.now();
      return Number.isNaN(at.getTime()) ? fails('the response has no time') : ok({ usd, at });
    },
  };
}

/** Reads a price: decimal text, as exchanges write it, or a number. */
function parsePrice(raw: unknown): number | undefined {
  const price = typeof raw === 'string' && DECIMAL.test(raw) ? Number(raw) : raw;
  return typeof price === 'number' && Number.isFinite(price) && price > 0 ? price : undefined;
}

async function fetchJson(url: string, timeoutMs: number): Promise<Result<unknown, string>> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, { signal, headers: { accept: 'application/json' }, redirect: 'error' });
    const text = await readText(response);
    if (!response.ok) return err(`status ${response.status}`);
    return text === undefined ? err('the response is too long') : ok(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return err('the response is not JSON');
    // fetch rejects only if there is no complete response.
    return err(signal.aborted ? `no response in ${timeoutMs} ms` : reasonOf(error));
  }
}

/** Reads the body as text; undefined if it is too long for a ticker. */
async function readText({ body }: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    // Returning cancels the rest of the body.
    if (length > MAX_RESPONSE_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the reason that an error of `fetch` has as its cause: the network's error code, or else a sentence. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name !== 'TypeError') throw error;
  const { code, message: detail } = (cause ?? {}) as Partial<NodeJS.ErrnoException>;
  return code ?? detail ?? message;
}
