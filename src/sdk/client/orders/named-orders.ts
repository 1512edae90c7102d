import { ClientError, mayHaveHappened, type ClientErrorCode } from '../transport/client-error.js';
import { requireKnown } from '../transport/call.js';
import type { ClientWallet, Connection } from '../transport/connection.js';
import type { Names } from '../transport/known-names.js';
import type { ResponseOf } from '../transport/route.js';
import { pricesOf } from '../market/prices-client.js';
import { quotesOf } from '../market/quotes.js';
import { balancesOf } from '../wallet/balances.js';
import { vaultsOf } from '../market/vaults.js';
import type { NamedOrdersClient } from './named-orders-client.js';
import type { NamedKind, TermsByKind } from './named-terms.js';
import type { OrdersClient, OrderToPlace, PlaceOptions } from './orders-client.js';
import type { OrderPrice } from './price-concern.js';
import type { Order as OwnOrder } from '../wire/swap.js';

/** Parts of the client of orders that placing by symbol uses. */
interface Placing extends Pick<OrdersClient, 'place' | 'placeMany'> {
  /** Rejects with `far-from-market` if the price of an order is probably a mistake. */
  near(orders: readonly (OrderPrice & { readonly uuid: string })[], options?: PlaceOptions): Promise<unknown>;
}

const OPTIONS: Names<PlaceOptions> = { signal: 1, timeoutMs: 1, idempotencyKey: 1, farFromMarket: 1 };
/** Time for which the registry is used again, ms. */
const KEPT_MS = 60_000;

/** Places orders whose tokens are named by symbol. */
export function namedOrders(connection: Connection, placing: Placing): NamedOrdersClient {
  const client = {
    quotes: quotesOf(connection),
    prices: pricesOf(connection),
    balances: balancesOf(connection),
  };
  const registryOf = keptRegistry(connection);
  const placed = async <K extends NamedKind>(
    kind: K,
    terms: TermsByKind[K],
    options: PlaceOptions = {},
  ): Promise<readonly OwnOrder[]> => {
    requireKnown(options, OPTIONS);
    const signer = signerOf(connection.options.wallet);
    const registry = await registryOf(options.signal);
    const trading = await import('../../trading/index.js');
    const now = () => connection.clock.now();
    try {
      const { orders, sign } = await trading.prepareOrders(kind, terms, {
        ...{ registry, client, now },
        owner: signer.address,
      });
      await placing.near(orders, options);
      const signed = (await sign(signer)) as readonly OrderToPlace[];
      options.signal?.throwIfAborted();
      return await store(placing, signed, { ...options, farFromMarket: true });
    } catch (error) {
      if (error instanceof trading.TermsError) {
        const { field, message, details } = error;
        throw new ClientError(`${field}: ${message}`, {
          code: 'invalid-argument',
          details: { field, ...details },
        });
      }
      if (!(error instanceof trading.SigningError)) throw error;
      const isOfWallet = error.code === 'wallet-refused' || error.code === 'other-signer';
      throw new ClientError(error.message, {
        code: isOfWallet ? 'wallet-failed' : 'invalid-argument',
        ...(error.problems.length > 0 && { details: { problems: error.problems } }),
        cause: error,
      });
    }
  };
  const one =
    <K extends NamedKind>(kind: K) =>
    async (terms: TermsByKind[K], options?: PlaceOptions) =>
      (await placed(kind, terms, options))[0]!;
  const several =
    <K extends NamedKind>(kind: K) =>
    (terms: TermsByKind[K], options?: PlaceOptions) =>
      placed(kind, terms, options);
  return {
    market: one('market'),
    limit: one('limit'),
    stop: one('stop'),
    target: one('target'),
    trail: one('trail'),
    stopAndTarget: several('stopAndTarget'),
    twap: several('twap'),
    recurring: several('recurring'),
    bracket: several('bracket'),
  };
}

type OrderSigner = Required<Pick<ClientWallet, 'address' | 'publicKey' | 'signText' | 'signStructured'>>;

function signerOf(wallet: ClientWallet | undefined): OrderSigner {
  if (wallet?.signStructured !== undefined) return wallet as OrderSigner;
  throw new ClientError(
    'This call needs a wallet that signs orders: pass wallet, a signer of sluice/signing, to createClient',
    { code: 'no-credentials' },
  );
}

/** Reads the registry, unless the client was given one or has read it within a minute. */
function keptRegistry(connection: Connection) {
  const { options, system } = connection;
  let kept: { readonly registry: ResponseOf<'readRegistry'>; readonly until: number } | undefined;
  return async (signal: AbortSignal | undefined) => {
    if (options.registry !== undefined) return options.registry;
    if (kept !== undefined && system.now() < kept.until) return kept.registry;
    const registry = await vaultsOf(connection).registry(signal && { signal });
    kept = { registry, until: system.now() + KEPT_MS };
    return registry;
  };
}

/** Stores all of the orders or none. */
async function store(
  placing: Placing,
  signed: readonly OrderToPlace[],
  options: PlaceOptions,
): Promise<readonly OwnOrder[]> {
  const [only, ...others] = signed;
  try {
    if (others.length === 0) return [await placing.place(only!, options)];
    const { status, results } = await placing.placeMany({ orders: signed, atomic: true }, options);
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
