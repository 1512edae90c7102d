import { coveredFields } from '../../domain/order/terms/covered-fields.js';
import { KNOWN_NAMES, parseOrderDraft, type FieldProblem } from '../../domain/order/terms/draft.js';
import type { OrderInput } from '../../domain/order/terms/order-input.js';
import { PINNED_FIELDS } from '../../domain/order/terms/pinned-fields.js';
import { planTerms, termsMessage } from '../../domain/order/terms/signed-terms.js';
import { STX } from '../../domain/shared/contract-id.js';
import { bigintAsText } from '../../domain/shared/json.js';
import type { Network } from '../../domain/shared/network.js';
import { SigningError } from './errors.js';
import { sha256 } from './hashing.js';
import { refuseUnknownFields } from './known-fields.js';
import { newUuid } from './new-uuid.js';
import { orderData } from './order-data.js';
import type { Signer } from './signer.js';
import { timeBy } from './time.js';

type Added = 'uuid' | 'owner' | 'recipient' | 'router' | 'signature' | 'termsSignature' | 'termsPath';

/**
 * An order before it is signed. It must state the worst acceptable output: `minAmountOut` in smallest units, `slippage` as a
 * fraction of the quote at the time, or both. `minAmountOut: '0'` accepts any amount within the server's own slippage.
 */
export type UnsignedOrder = Omit<OrderInput, Added> & {
  /** Id of the order. Default: a new, random one. */
  readonly uuid?: string;
  /** Recipient of the output. Default: the signer. */
  readonly recipient?: string;
} & ({ readonly minAmountOut: string } | { readonly slippage: number | string });

/** The body of `POST /swap/api/v1/orders/new`. Holds signatures, which are secrets until the order is sent. */
export type SignedOrder = OrderInput & {
  /** Contract that may spend the amount. */
  readonly router: string;
};

type Blaze = 'v1' | 'v2';

/** Options of signing an order. */
export interface SignOrderOptions {
  /** Network of the signer's address and of the server. */
  readonly network: Network;
  /** The router that should run the order; `GET /app/api/v1/registry` lists the routers. */
  readonly router: string;
  /** The signature domain of the input token's subnet: `blaze` of the token in the registry. A function if the orders sell several tokens. */
  readonly blaze: Blaze | ((inputToken: string) => Blaze);
  /**
   * Whether all terms are signed too, so that no change in the server's database goes unnoticed. Default true: a wallet then asks
   * once more, for one order or for all orders of a plan.
   */
  readonly signTerms?: boolean;
  /** The current time in Unix milliseconds, against which time windows are checked. Default `Date.now`. */
  readonly now?: () => number;
}

/**
 * Completes, checks and signs an order. Before signing, it makes every check of the server that needs neither its registry nor
 * its settings.
 *
 * @throws SigningError with code `invalid-order` and `problems`, with `unbounded-order`, and those of the signer.
 * @example
 * const order = await signOrder(
 *   signer,
 *   { inputToken, outputToken, amountIn: units('1.5', 6), minAmountOut: units('0.00002', 8) },
 *   { network: 'mainnet', router, blaze: 'v1' },
 * );
 * await fetch(`${server}/swap/api/v1/orders/new`, {
 *   method: 'POST',
 *   headers: { 'content-type': 'application/json' },
 *   body: JSON.stringify(order),
 * });
 */
export async function signOrder(
  signer: Signer,
  order: UnsignedOrder,
  options: SignOrderOptions,
): Promise<SignedOrder> {
  const [signed] = await signOrders(signer, [order], options);
  return signed!;
}

/**
 * Like {@link signOrder} for several orders, such as a plan. All are checked before the first is signed, and are signed one by
 * one, since wallets show one window at a time; one further signature covers the terms of all of them. The result fits
 * `POST /swap/api/v1/orders/batch`.
 *
 * @throws SigningError like `signOrder`; none of the orders should be placed then.
 * @example
 * const orders = await signOrders(signer, plan, { network: 'mainnet', router, blaze: 'v1' });
 * const body = JSON.stringify({ orders, atomic: true });
 */
export async function signOrders(
  signer: Signer,
  orders: readonly UnsignedOrder[],
  options: SignOrderOptions,
): Promise<readonly SignedOrder[]> {
  const { network, blaze, signTerms = true } = options;
  const complete = orders.map((order) => checked(signer, order, options));
  const signed: SignedOrder[] = [];
  for (const order of complete) {
    const { inputToken, router, uuid } = order;
    const domain = typeof blaze === 'function' ? blaze(inputToken) : blaze;
    const covered = { network, blaze: domain, inputToken, router, uuid, amountIn: BigInt(order.amountIn) };
    signed.push({ ...order, signature: await signer.signStructured(orderData(covered)) });
  }
  return signTerms ? withTerms(signer, signed) : signed;
}

/** Adds one signature over the terms of all orders. */
async function withTerms(signer: Signer, orders: readonly SignedOrder[]): Promise<readonly SignedOrder[]> {
  const covered = orders.map(coveredFields);
  const [first] = covered;
  if (first === undefined) return orders;
  if (covered.length === 1)
    return [{ ...orders[0]!, termsSignature: await signer.signText(termsMessage(first, sha256)) }];
  const { message, paths } = planTerms(covered, sha256);
  const termsSignature = await signer.signText(message);
  return orders.map((order, n) => ({ ...order, termsSignature, termsPath: paths[n]! }));
}

type CompleteOrder = Omit<SignedOrder, Exclude<Added, 'uuid' | 'owner' | 'recipient' | 'router'>>;

/** The order with the fields that signing adds, exactly as sent. */
function checked(signer: Signer, order: UnsignedOrder, options: SignOrderOptions): CompleteOrder {
  const { address } = signer;
  const { uuid = newUuid() } = order;
  const added = { router: options.router, owner: address, uuid: uuid.toLowerCase() };
  // Values that JSON omits or writes differently must not be signed unconverted.
  const complete = JSON.parse(
    JSON.stringify({ recipient: address, ...order, ...added }, bigintAsText),
  ) as CompleteOrder;
  // The server treats null as absent.
  if ((complete.minAmountOut ?? complete.slippage ?? undefined) === undefined)
    throw new SigningError(
      "the order does not say what may be received at worst: give minAmountOut or slippage, or minAmountOut: '0' for any amount",
      'unbounded-order',
    );
  const problems = problemsOf(complete, options);
  if (problems.length === 0) return complete;
  const listed = problems.map(({ field, message }) => `${field} ${message}`).join('; ');
  throw new SigningError(`the order would be refused: ${listed}`, 'invalid-order', { problems });
}

/** Placeholder in the form of a signature, so that the check does not report a missing one. */
const UNSIGNED = '0'.repeat(130);

function problemsOf(
  order: CompleteOrder,
  { network, signTerms = true, now = Date.now }: SignOrderOptions,
): readonly FieldProblem[] {
  const signed = { ...order, signature: UNSIGNED, ...(signTerms && { termsSignature: UNSIGNED }) };
  // These rules are as lenient as possible where they depend on the server's settings or registry; the server checks them itself.
  const rules = { network, sha256, now: new Date(timeBy(now)), maxSlippage: 1, wstx: STX };
  const draft = parseOrderDraft(signed, rules);
  return draft.ok ? [] : draft.error.problems;
}

/** The terms of an order as its owner reads them: what `client.orders.get` returns to the owner, for example. */
export interface AmendableOrder {
  /** Present in what an order's owner reads. */
  readonly uuid?: string | undefined;
  /** Router for which the order is signed; it stays. */
  readonly router: string;
  /** Number of the terms that are in force; undefined before the first amendment. */
  readonly revision?: number | undefined;
}

/** Fields that {@link signAmendment} sets itself, and those that fix what the order is. */
const UNCHANGED = [...PINNED_FIELDS, 'revision', 'termsPath', 'termsSignature'] as const;

/** New terms of an order; null takes a field away. */
export type TermChanges = {
  readonly [F in Exclude<keyof OrderInput, (typeof UNCHANGED)[number]>]?: OrderInput[F] | null;
};

/** The body of `PATCH /swap/api/v1/orders/{uuid}`. */
export type SignedAmendment = Omit<OrderInput, 'signature' | 'metadata'> & {
  /** Signature of the new terms, 130 hex characters. A secret until it is sent. */
  readonly termsSignature: string;
  /** Number of the new terms, 1 to 1,000. */
  readonly revision: number;
};

/** Fields of an order that its owner may have sent and signed; anything else in a response is the server's. */
const TERMS = KNOWN_NAMES.filter((name) => coveredFields({ [name]: true })[name] === true);
const AMENDABLE = TERMS.filter((name) => !UNCHANGED.some((field) => field === name));

/**
 * Signs an open order's terms with changes, under the next revision. The order's own signature, which pins token, amount, router and
 * uuid, stays in force. The price of an order that waits for one is `targetPrice`; the limit of any other is `minAmountOut`.
 *
 * @throws SigningError like `signOrder`, for a field that no amendment has, and for a `targetPrice` of an order that waits for none.
 * @example
 * const stop = await client.orders.get(id, { by: 'wallet' });
 * const amendment = await signAmendment(signer, stop, { targetPrice: '91000' }, { network: 'mainnet' });
 * await client.orders.amend(id, amendment);
 */
export async function signAmendment(
  signer: Signer,
  order: AmendableOrder,
  changes: TermChanges,
  { network, now }: Pick<SignOrderOptions, 'network' | 'now'>,
): Promise<SignedAmendment> {
  if (order.uuid === undefined)
    throw new SigningError(
      'only what its owner reads of an order has the uuid that is signed',
      'invalid-order',
    );
  refuseUnknownFields('the changes of an order', changes, AMENDABLE);
  refuseUnreadPrice({ ...order, ...changes }, changes);
  const known = Object.entries({ ...order, ...changes }).filter(
    ([name, value]) => TERMS.includes(name) && value !== null,
  );
  const terms = {
    ...Object.fromEntries(known),
    revision: (order.revision ?? 0) + 1,
  } as unknown as UnsignedOrder;
  const complete = checked(signer, terms, {
    network,
    router: order.router,
    blaze: 'v1',
    ...(now && { now }),
  });
  const termsSignature = await signer.signText(termsMessage(coveredFields(complete), sha256));
  return { ...complete, termsSignature } as SignedAmendment;
}

/** Refuses a price that nothing reads: the order would keep its limit, which its owner meant to change. */
function refuseUnreadPrice({ conditionToken }: { conditionToken?: unknown }, changes: TermChanges): void {
  if (conditionToken !== '*' || changes.conditionToken !== undefined) return;
  if (changes.targetPrice === undefined && changes.direction === undefined) return;
  throw new SigningError(
    'targetPrice: the order waits for no price (its conditionToken is *); its limit is minAmountOut',
    'invalid-order',
  );
}
