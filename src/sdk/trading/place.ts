import { ClientError, mayHaveHappened, type ClientErrorCode } from '../client/transport/client-error.js';
import type { NamedKind, TermsByKind } from '../client/orders/named-terms.js';
import { SigningError, type SignedOrder, type Signer } from '../signing/index.js';
import { prepareOrders, type Preparing, type Prepared } from './prepare.js';
import { TermsError } from './terms-error.js';

/** Response to a batch. */
interface BatchResponse<O> {
  readonly status: string;
  readonly results: readonly {
    readonly data?: O;
    readonly error?: string;
    readonly code?: string;
    readonly details?: unknown;
    readonly hint?: string;
  }[];
}

/** Way of placing orders, and what they are made from. */
export interface Placing<O> extends Omit<Preparing, 'owner' | 'registry'> {
  readonly wallet: Partial<Signer> | undefined;
  readonly registry: () => Promise<Preparing['registry']>;
  readonly signal: AbortSignal | undefined;
  /** Rejects if the price of an order is probably a mistake. */
  readonly near: (orders: Prepared['orders']) => Promise<unknown>;
  readonly place: (order: SignedOrder) => Promise<O>;
  readonly placeMany: (orders: readonly SignedOrder[]) => Promise<BatchResponse<O>>;
}

/** Makes the orders that terms describe, signs and places them. Rejects with a ClientError only. */
export async function placeOrders<K extends NamedKind, O>(
  kind: K,
  terms: TermsByKind[K],
  placing: Placing<O>,
): Promise<readonly O[]> {
  const wallet = signerOf(placing.wallet);
  const registry = await placing.registry();
  try {
    const { orders, sign } = await prepareOrders(kind, terms, {
      ...{ ...placing, registry },
      owner: wallet.address,
    });
    await placing.near(comparedOf(kind, orders));
    const signed = await sign(wallet);
    const { signal } = placing;
    if (signal?.aborted === true)
      throw new ClientError('The call was aborted', { code: 'aborted', cause: signal.reason });
    return await store(placing, signed);
  } catch (error) {
    throw clientErrorOf(error);
  }
}

/** The orders whose bounds are compared with the market: of a plan the first as if it were sent now, since all have the same price. */
function comparedOf(kind: NamedKind, orders: Prepared['orders']): Prepared['orders'] {
  if (kind !== 'twap' && kind !== 'recurring') return orders;
  return orders.slice(0, 1).map(({ validFrom: _, ...order }) => order as Prepared['orders'][number]);
}

/** The wallet, if it signs orders. @throws ClientError otherwise. */
export function signerOf(wallet: Partial<Signer> | undefined): Signer {
  if (wallet?.signStructured !== undefined) return wallet as Signer;
  throw new ClientError(
    'This call needs a wallet that signs orders: pass wallet, a signer of sluice/signing, to createClient',
    { code: 'no-credentials' },
  );
}

/** An error of terms or of signing as an error of the client; other errors as they are. */
export function clientErrorOf(error: unknown): unknown {
  if (error instanceof TermsError) {
    const { field, message, details } = error;
    return new ClientError(`${field}: ${message}`, {
      code: 'invalid-argument',
      details: { field, ...details },
    });
  }
  if (!(error instanceof SigningError)) return error;
  const { code, message, problems, cause = error } = error;
  const isOfWallet = code === 'wallet-refused' || code === 'other-signer';
  return new ClientError(message, {
    code: isOfWallet ? 'wallet-failed' : 'invalid-argument',
    details: problems.length > 0 ? { problems } : undefined,
    cause,
  });
}

/** Stores all of the orders or none. */
async function store<O>(
  { place, placeMany }: Placing<O>,
  signed: readonly SignedOrder[],
): Promise<readonly O[]> {
  const [only, ...others] = signed;
  try {
    if (others.length === 0) return [await place(only!)];
    const { status, results } = await placeMany(signed);
    if (status === 'success') return results.flatMap(({ data }) => data ?? []);
    const refused = results.find(({ code }) => code !== 'batch-refused') ?? results[0]!;
    const { error = '', code, details, hint } = refused;
    throw new ClientError(error, { code: code as ClientErrorCode, status: 400, details, hint });
  } catch (error) {
    if (!(error instanceof ClientError) || !mayHaveHappened(error)) throw error;
    // The caller can look them up before repeating the call, which would place others.
    const details = { uuids: signed.map(({ uuid }) => uuid) };
    throw new ClientError(error.message, { ...error, cause: error.cause, retryable: false, details });
  }
}
