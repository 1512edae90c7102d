import { err, ok, type Result } from '../../domain/shared/result.js';
import type { BtcPrice, BtcPriceSource, Clock, SourceFailed } from '../../ports/index.js';

export interface TickerOptions {
  /** Where the source answers, without a path. */
  readonly baseUrl?: string;
  /** From connecting to the last byte. Default 5,000. */
  readonly timeoutMs?: number;
  readonly clock: Clock;
}

/** What is particular to a source. */
export interface Ticker {
  readonly name: string;
  readonly url: string;
  /** Finds the last price in an answer; `at` stays away where the answer has no time. */
  readonly find: (answer: unknown) => Result<{ readonly usd: unknown; readonly at?: Date }, string>;
}

const TIMEOUT_MS = 5_000;
/** A ticker is well under one. */
const MAX_ANSWER_BYTES = 64 * 1024;
const DECIMAL = /^\d{1,15}(\.\d{1,18})?$/;

/** A source that is asked over HTTP, once each time. */
export function tickerSource(
  { name, url, find }: Ticker,
  { clock, timeoutMs = TIMEOUT_MS }: TickerOptions,
): BtcPriceSource {
  const fails = (reason: string) => err({ kind: 'source-failed' as const, reason: `${name}: ${reason}` });
  return {
    name,
    read: async (): Promise<Result<BtcPrice, SourceFailed>> => {
      const answer = await fetchJson(url, timeoutMs);
      if (!answer.ok) return fails(answer.error);
      const found = find(answer.value);
      if (!found.ok) return fails(found.error);
      const usd = parsePrice(found.value.usd);
      if (usd === undefined) return fails('the answer has no price');
      const at = found.value.at ?? clock.now();
      return Number.isNaN(at.getTime()) ? fails('the answer has no time') : ok({ usd, at });
    },
  };
}

/** A price as exchanges write it, decimal text; numbers are taken too. */
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
    return text === undefined ? err('the answer is too long') : parseJson(text);
  } catch (error) {
    // fetch rejects for one reason only: there is no whole answer.
    return err(signal.aborted ? `no answer in ${timeoutMs} ms` : reasonOf(error));
  }
}

/** Undefined when the body is longer than a ticker may be. */
async function readText({ body }: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    // Leaving the loop cancels the rest of the body.
    if (length > MAX_ANSWER_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(text));
  } catch {
    return err('the answer is not JSON');
  }
}

/** What fetch says in its error's cause: the network's code, or a sentence. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name !== 'TypeError') throw error;
  const { code, message: detail } = (cause ?? {}) as Partial<NodeJS.ErrnoException>;
  return code ?? detail ?? message;
}
