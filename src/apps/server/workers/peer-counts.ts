import { setTimeout } from 'node:timers/promises';
import type { SharedCounts } from '../../../adapters/express/index.js';
import type { Channel } from './channel.js';

/** Counts by topic and key. */
export type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Counts of one worker, as the supervisor passes them to the others. */
export interface PassedCounts {
  /** Process id of the worker. */
  readonly from: number;
  readonly counts: Counts;
}

/** Delay after which everything counted is sent at once, ms: a caller of several workers is that much ahead of its limit at most. */
const TOLD_AFTER_MS = 10;

/** Exchanges counts with the other workers, through their supervisor. */
export class PeerCounts implements SharedCounts {
  readonly #listeners = new Map<string, ((key: string, amount: number, from: number) => void)[]>();
  readonly #ended: ((from: number) => void)[] = [];
  #untold = new Map<string, Map<string, number>>();

  /** @param wait resolves after the given milliseconds. */
  constructor(
    private readonly supervisor: Channel,
    private readonly wait: (ms: number) => Promise<unknown> = (ms) =>
      setTimeout(ms, undefined, { ref: false }),
  ) {
    supervisor.handle('counts', ({ from, counts }: PassedCounts) => {
      for (const [topic, amounts] of counts)
        for (const listener of this.#listeners.get(topic) ?? [])
          for (const [key, amount] of amounts) listener(key, amount, from);
    });
    supervisor.handle('ended', (from: number) => this.#ended.forEach((listener) => listener(from)));
  }

  tell(topic: string, key: string, amount: number): void {
    if (this.#untold.size === 0) void this.wait(TOLD_AFTER_MS).then(() => this.#tellAll());
    const amounts = this.#untold.get(topic) ?? new Map<string, number>();
    this.#untold.set(topic, amounts.set(key, (amounts.get(key) ?? 0) + amount));
  }

  hear(topic: string, listener: (key: string, amount: number, from: number) => void): void {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener]);
  }

  onEnded(listener: (from: number) => void): void {
    this.#ended.push(listener);
  }

  #tellAll(): void {
    const counts = this.#untold;
    this.#untold = new Map();
    this.supervisor.tell('counts', counts);
  }
}

/** A worker to which counts are passed. */
interface Peer {
  readonly pid: number;
  readonly channel: Channel;
  readonly ended: Promise<unknown>;
}

/** Passes the counts of each worker to the others. */
export class CountExchange {
  readonly #peers = new Set<Peer>();

  add(peer: Peer): void {
    const { pid, channel, ended } = peer;
    this.#peers.add(peer);
    channel.handle('counts', (counts: Counts) => this.#tellOthers(peer, 'counts', { from: pid, counts }));
    void ended.then(() => {
      this.#peers.delete(peer);
      this.#tellOthers(peer, 'ended', pid);
    });
  }

  #tellOthers(peer: Peer, name: string, body: PassedCounts | number): void {
    for (const other of this.#peers) if (other !== peer) other.channel.tell(name, body);
  }
}
