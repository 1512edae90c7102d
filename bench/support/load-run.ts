import { KINDS, type Kind, type LoadCalls, type Mix } from './load-calls.js';
import { percentile } from './stats.js';
import { ThinConnection } from './thin-connection.js';

/** Calls of one kind in a run. */
export interface KindResult {
  readonly calls: number;
  readonly errors: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

interface RunOptions {
  readonly port: number;
  readonly calls: LoadCalls;
  readonly mix: Mix;
  readonly connections: number;
  readonly ms: number;
}

/** Sends calls of the mix on every connection, one after another, for a time. */
export async function runLoad({ port, calls, mix, connections, ms }: RunOptions): Promise<{
  readonly total: KindResult;
  readonly kinds: Readonly<Partial<Record<Kind, KindResult>>>;
  readonly seconds: number;
}> {
  const taken = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
  const errors = new Map<Kind, number>();
  const draw = drawerOf(mix);
  const from = performance.now();
  const client = async () => {
    let connection = await ThinConnection.open(port);
    while (performance.now() - from < ms) {
      const kind = draw();
      const sentAt = performance.now();
      const status = await connection.send(calls.next(kind)).catch(() => 0);
      if (status === 0) connection = await ThinConnection.open(port);
      if (status >= 200 && status < 300) taken.get(kind)!.push(performance.now() - sentAt);
      else errors.set(kind, (errors.get(kind) ?? 0) + 1);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, client));
  const seconds = (performance.now() - from) / 1_000;
  const resultOf = (times: number[], failed: number): KindResult => ({
    calls: times.length,
    errors: failed,
    p50: times.length === 0 ? 0 : percentile(times, 0.5),
    p99: times.length === 0 ? 0 : percentile(times, 0.99),
  });
  const used = KINDS.filter((kind) => (mix[kind] ?? 0) > 0);
  return {
    total: resultOf(
      [...taken.values()].flat(),
      [...errors.values()].reduce((sum, n) => sum + n, 0),
    ),
    kinds: Object.fromEntries(used.map((kind) => [kind, resultOf(taken.get(kind)!, errors.get(kind) ?? 0)])),
    seconds,
  };
}

/** Draws kinds by their shares, the same series in every run. */
export function drawerOf(mix: Mix): () => Kind {
  let state = 1;
  const entries = Object.entries(mix) as [Kind, number][];
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    let left = state / 2_147_483_647;
    for (const [kind, share] of entries) {
      left -= share;
      if (left < 0) return kind;
    }
    return entries[0]![0];
  };
}
