import { signal, type ReadonlySignal } from '@preact/signals';
import { ClientError, type Client, type Order, type Quote } from '../../../../sdk/client/index.js';
import { newKey } from '../../../../sdk/client/transport/system.js';
import {
  signOrders,
  type SignedOrder,
  type Signer,
  type SignOrderOptions,
} from '../../../../sdk/signing/index.js';
import { problemOf, type Problem } from '../../live/problem.js';
import type { ToSign } from '../model/to-sign.js';
import { followPlaced, type Placed } from './placed.js';

/** Progress of orders on the way to the server. */
export type Step =
  | { readonly at: 'review'; readonly problem?: Problem; readonly isRefused?: boolean }
  | { readonly at: 'signing' | 'placing' }
  | { readonly at: 'placed'; readonly placed: Placed };

/** Procedure that places reviewed orders, with its progress. */
export interface Placing {
  readonly step: ReadonlySignal<Step>;
  /**
   * Signs the orders that are not yet signed, and places all of them. It may be called again after a failure: nothing is then signed
   * or placed twice.
   */
  run(): Promise<void>;
}

/** Content of a review. It is fixed when the review begins, so that visitors sign exactly what they have read. */
export interface Review {
  readonly items: readonly ToSign[];
  readonly placing: Placing;
}

/** A review, with the quotes from its beginning. */
export interface OpenReview extends Review {
  /** Quote that the form showed. */
  readonly shown: Quote | undefined;
  /** Quote that the orders were made from. */
  readonly quote: Quote;
}

/** Orders to place, and their signer. */
export interface PlacingOptions {
  readonly client: Client;
  readonly signer: Signer;
  readonly items: readonly ToSign[];
  readonly options: SignOrderOptions;
}

export function placing({ client, signer, items, options }: PlacingOptions): Placing {
  const step = signal<Step>({ at: 'review' });
  // All attempts share a key, so that a repeated attempt gets the stored response to the first one.
  const idempotencyKey = newKey();
  let signed: readonly SignedOrder[] | undefined;
  const run = async () => {
    if (step.peek().at !== 'review') return;
    try {
      step.value = { at: 'signing' };
      signed ??= await signOrders(
        signer,
        items.map(({ order }) => order),
        options,
      );
      step.value = { at: 'placing' };
      const stored = await place(client, signed, idempotencyKey);
      step.value = { at: 'placed', placed: followPlaced(client, stored) };
    } catch (error) {
      const isRefused = error instanceof ClientError && !error.retryable;
      step.value = { at: 'review', problem: detailed(error), isRefused };
    }
  };
  return { step, run };
}

/** Problem from an error, with each order field that the server refused. */
function detailed(error: unknown): Problem {
  const problem = problemOf(error);
  const details: unknown = error instanceof ClientError ? error.details : undefined;
  return Array.isArray(details) ? { ...problem, hint: details.map(String).join('; ') } : problem;
}

async function place(
  { orders }: Client,
  signed: readonly SignedOrder[],
  idempotencyKey: string,
): Promise<readonly Order[]> {
  const [first] = signed;
  // Permitted because the review has asked the visitor about prices far from the market.
  const options = { idempotencyKey, farFromMarket: true };
  if (signed.length === 1 && first !== undefined) return [await orders.place(first, options)];
  const { results } = await orders.placeMany({ orders: signed, atomic: true }, options);
  // The batch is atomic: its other orders were refused only because of this one.
  const refused = results.find(({ code }) => code !== undefined && code !== 'batch-refused');
  if (refused !== undefined) {
    const { error = 'An order was refused', code = 'batch-refused', hint, details } = refused;
    throw new ClientError(error, { code, hint, details, retryable: false });
  }
  return results.flatMap(({ data }) => data ?? []);
}
