import type { ServerResponse } from 'node:http';
import { fault, HttpError } from '../errors/problem.js';

const TOO_MANY_LISTS = fault('too-many-lists');
const LISTS_BUSY = fault('lists-busy');

/** Refusals to send a long list. */
export const STREAM_REFUSALS = [TOO_MANY_LISTS, LISTS_BUSY] as const;

/** Limits on long lists that are sent at the same time. */
export interface StreamLimits {
  /** Number of lists sent at a time, at least 1. One address gets half as many, rounded up. */
  readonly atATime: number;
  /** Time that a list may wait for its place, ms. */
  readonly waitMs: number;
  /** Time that a caller may take for a piece of 64 KB, ms. */
  readonly idleMs: number;
}

/** Default limits. A connection of 35 kbit/s takes a piece within the 15 seconds. */
export const STREAM_LIMITS: StreamLimits = { atATime: 4, waitMs: 5_000, idleMs: 15_000 };

/** Number of lists that may wait per place. Each of them holds the page that it has read from its source. */
const WAITING_PER_PLACE = 4;

interface Waiting {
  readonly address: string;
  readonly admit: () => void;
}

/**
 * Places for lists that are too long for one piece. For each of these lists, the server holds a page and a piece until the caller
 * has taken them. Lists without a place wait in order of arrival.
 */
export class StreamPlaces {
  private readonly perAddress: number;
  /** The addresses of the places in use. */
  private readonly held: string[] = [];
  private waiting: readonly Waiting[] = [];

  constructor(private readonly limits: StreamLimits) {
    this.perAddress = Math.ceil(limits.atATime / 2);
  }

  get idleMs(): number {
    return this.limits.idleMs;
  }

  /**
   * Waits for a place and returns the function that leaves it.
   *
   * @throws HttpError if no place is free in time, if too many wait already, or if the response is closed.
   */
  async enter(address: string, res: ServerResponse): Promise<() => void> {
    if (this.hasRoom(address)) return this.occupy(address);
    if (this.isQueueFull(address)) throw this.refusal(address);
    return new Promise((resolve, reject) => {
      const waiting = {
        address,
        admit: () => {
          stop();
          resolve(this.occupy(address));
        },
      };
      const refuse = () => {
        stop();
        reject(this.refusal(address));
      };
      const stop = () => {
        clearTimeout(timer);
        res.off('close', refuse);
        this.waiting = this.waiting.filter((one) => one !== waiting);
      };
      const timer = setTimeout(refuse, this.limits.waitMs);
      res.once('close', refuse);
      this.waiting = [...this.waiting, waiting];
    });
  }

  private occupy(address: string): () => void {
    this.held.push(address);
    return () => {
      this.held.splice(this.held.indexOf(address), 1);
      this.waiting.find((next) => this.hasRoom(next.address))?.admit();
    };
  }

  private hasRoom(address: string): boolean {
    return this.held.length < this.limits.atATime && this.heldBy(address) < this.perAddress;
  }

  /** Whether the queue is full for the address: as with the places, one address may have half of it. */
  private isQueueFull(address: string): boolean {
    const own = this.waiting.filter((one) => one.address === address).length;
    return (
      this.waiting.length >= WAITING_PER_PLACE * this.limits.atATime ||
      own >= WAITING_PER_PLACE * this.perAddress
    );
  }

  private heldBy(address: string): number {
    return this.held.filter((one) => one === address).length;
  }

  private refusal(address: string): HttpError {
    return new HttpError(this.heldBy(address) >= this.perAddress ? TOO_MANY_LISTS : LISTS_BUSY);
  }
}
