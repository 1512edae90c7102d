/** Event of a starting chain. Transactions are counted each time they are executed. */
export type StartEvent =
  /** The chain continues from its snapshot; the rest of the journal is replayed next. */
  | { readonly kind: 'restored'; readonly transactions: number; readonly height: number; readonly ms: number }
  /** The snapshot cannot be used and is deleted; the whole journal is replayed. */
  | { readonly kind: 'snapshot-discarded'; readonly reason: string }
  /** Progress of a replay: reported at its start, and about every second during it. */
  | { readonly kind: 'replaying'; readonly done: number; readonly total: number }
  | { readonly kind: 'replayed'; readonly total: number; readonly ms: number };

/**
 * The event in words.
 *
 * @example
 * await startDevnet({ blockMs: 1_000, onStart: (event) => console.log(describeStart(event)) });
 */
export function describeStart(event: StartEvent): string {
  switch (event.kind) {
    case 'restored':
      return `the chain is restored at block ${count(event.height)} with ${count(event.transactions)} transactions (${seconds(event.ms)})`;
    case 'snapshot-discarded':
      return `the snapshot of the chain is not used: ${event.reason}; the whole journal is replayed`;
    case 'replaying':
      return `replaying the journal: ${count(event.done)} of ${count(event.total)} transactions`;
    case 'replayed':
      return `the journal is replayed: ${count(event.total)} transactions (${seconds(event.ms)})`;
  }
}

const count = (value: number): string => value.toLocaleString('en-US');
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
