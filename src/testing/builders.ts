import type { OrderEvent } from '../domain/order/events.js';
import type { OrderHandle, OrderSignature, OrderUuid, RawTransaction, Txid } from '../domain/order/ids.js';
import type {
  BroadcastedOrder,
  CancelledOrder,
  ConfirmedOrder,
  FailedOrder,
  ImportedFacts,
  OpenOrder,
  OrderTerms,
  PastOrder,
} from '../domain/order/order.js';
import type { ExecutionQuote, SwapTransaction } from '../domain/order/swap-transaction.js';
import type { Address } from '../domain/shared/address.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import { toUnits } from '../domain/shared/units.js';

export const AN_OWNER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM' as Address;
export const ANOTHER_OWNER = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG' as Address;
/** Address of another account of the same operator. */
export const SECOND_OPERATOR = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5' as Address;
export const AN_OPERATOR = 'ST2NEB84ASENDXKYGJPQW86YXQCEFEX2ZQPG87ND' as Address;
export const A_ROUTER = `${AN_OWNER}.x-multihop` as ContractId;
export const A_SUBNET_TOKEN = `${AN_OWNER}.welsh-subnet` as ContractId;
export const A_TOKEN = `${AN_OWNER}.charisma-token` as ContractId;
export const A_VAULT = `${AN_OWNER}.welsh-charisma-pool` as ContractId;

export const T0 = new Date('2026-11-20T12:00:00.000Z');

/** The time `ms` after T0. */
export const at = (ms: number): Date => new Date(T0.getTime() + ms);

/** The nth of the fixed uuids, from 0. They sort by n. */
export const uuidOf = (n: number): OrderUuid =>
  `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}` as OrderUuid;

/** Handle of a fixed uuid: a different text, which sorts in the same order. */
export const handleFor = (uuid: OrderUuid): OrderHandle => uuid.replace(/^.{8}/, 'a0a0a0a0') as OrderHandle;

/** The nth of the fixed txids, from 0. They sort by n. */
export const txidOf = (n: number): Txid => n.toString(16).padStart(64, '0') as Txid;

export const someTerms = (overrides: Partial<OrderTerms> = {}): OrderTerms => ({
  uuid: uuidOf(1),
  handle: handleFor(overrides.uuid ?? uuidOf(1)),
  owner: AN_OWNER,
  inputToken: A_SUBNET_TOKEN,
  outputToken: A_TOKEN,
  amountIn: toUnits(1_000_000n),
  recipient: AN_OWNER,
  router: A_ROUTER,
  signature: 'a1'.repeat(65) as OrderSignature,
  strategy: {},
  extra: {},
  ...overrides,
});

type Overrides<T> = Partial<Omit<T, 'status' | 'terms'>>;

export const anOpenOrder = (
  terms: Partial<OrderTerms> = {},
  overrides: Overrides<OpenOrder> = {},
): OpenOrder => ({ status: 'open', terms: someTerms(terms), createdAt: T0, version: 1, ...overrides });

export const aQuote = (overrides: Partial<ExecutionQuote> = {}): ExecutionQuote => ({
  amountIn: toUnits(1_000_000n),
  amountOut: toUnits(2_000_000n),
  quotedAt: T0,
  slippage: 0.01,
  path: [A_SUBNET_TOKEN, A_TOKEN],
  vaults: [A_VAULT],
  ...overrides,
});

const sent = { txid: txidOf(1), broadcastedAt: new Date(T0.getTime() + 1000) };
const block = { blockHeight: 7, blockTime: 1_795_000_000 };

export const aBroadcastedOrder = (
  terms: Partial<OrderTerms> = {},
  overrides: Overrides<BroadcastedOrder> = {},
): BroadcastedOrder => ({
  ...anOpenOrder(terms),
  ...sent,
  status: 'broadcasted',
  quote: aQuote(),
  ...overrides,
});

export const aConfirmedOrder = (
  terms: Partial<OrderTerms> = {},
  overrides: Overrides<ConfirmedOrder> = {},
): ConfirmedOrder => ({
  ...aBroadcastedOrder(terms),
  ...block,
  status: 'confirmed',
  confirmedAt: new Date(T0.getTime() + 2000),
  executedAmountIn: toUnits(1_000_000n),
  executedAmountOut: toUnits(1_999_000n),
  feeUstx: toUnits(3_000n),
  ...overrides,
});

export const aFailedOrder = (
  terms: Partial<OrderTerms> = {},
  overrides: Overrides<FailedOrder> = {},
): FailedOrder => ({
  ...aBroadcastedOrder(terms),
  ...block,
  status: 'failed',
  failedAt: new Date(T0.getTime() + 2000),
  failureReason: 'abort_by_post_condition',
  feeUstx: toUnits(3_000n),
  ...overrides,
});

export const aCancelledOrder = (
  terms: Partial<OrderTerms> = {},
  overrides: Overrides<CancelledOrder> = {},
): CancelledOrder => ({
  ...anOpenOrder(terms),
  status: 'cancelled',
  cancelledAt: new Date(T0.getTime() + 2000),
  cancelReason: 'owner',
  ...overrides,
});

/** An order from the history of another exchange. */
export const aPastOrder = (
  status: PastOrder['status'],
  imported: ImportedFacts,
  terms: Partial<OrderTerms> = {},
): PastOrder => ({ ...anOpenOrder(terms), status, imported });

export const anEvent = (overrides: Partial<OrderEvent> = {}): OrderEvent => ({
  type: 'created',
  at: T0,
  facts: {},
  ...overrides,
});

/** A stored swap of the order `uuidOf(1)`. */
export const aSwap = (overrides: Partial<SwapTransaction> = {}): SwapTransaction => ({
  txid: txidOf(1),
  orderUuid: uuidOf(1),
  purpose: 'swap',
  sender: AN_OPERATOR,
  nonce: 0n,
  feeUstx: toUnits(3_000n),
  raw: '80800000' as RawTransaction,
  quote: aQuote(),
  storedAt: T0,
  state: 'stored',
  ...overrides,
});
