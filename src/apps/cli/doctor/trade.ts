import { printResult, type JsonOption } from '../result.js';
import type { Client, Order } from '../../../sdk/client/index.js';
import { defined } from '../../../domain/shared/fields.js';
import { signOrders, units } from '../../../sdk/signing/index.js';
import { CANCELS } from '../../../sdk/words/lifecycle.js';
import { failureWords } from '../../../sdk/words/order.js';
import { amountOf, plainWords, type TokenWords } from '../../../sdk/words/token-words.js';
import { whyOf, whyText } from '../../../sdk/words/why.js';
import { followOne } from '../orders/follow.js';
import { hasEnded } from '../../../sdk/words/order.js';
import { idOf } from '../orders/order-text.js';
import { plannedOrders } from '../orders/order-plan.js';
import { domainOf } from '../orders/place-orders.js';
import { isRefusal, openClient } from '../service/service.js';
import { signingFacts, type TradingOptions } from '../service/trading.js';
import { requireWallet } from '../service/wallet.js';
import { ofOption } from '../usage-error.js';

/** Options of a trial trade. Amounts are whole tokens in decimals. */
export interface TradeOptions extends TradingOptions, JsonOption {
  /** Amount that it sells, and so the most that it can lose. */
  readonly sell: string;
  readonly of: string;
  readonly for: string;
  readonly slippage: string;
  /** Highest fee in STX that the operator may have paid. */
  readonly mostFee: string;
  /** Milliseconds within which the order must be confirmed. */
  readonly within: number;
}

/** Result of a trial trade, as printed with --json. Durations are milliseconds since the order was placed, by the server's clock. */
interface Trade {
  readonly ok: boolean;
  readonly uuid: string;
  readonly status: Order['status'];
  /** Time until a node had the swap. */
  readonly sentAfterMs?: number;
  /** Time until the swap was found in a block. */
  readonly confirmedAfterMs?: number;
  readonly txid?: string;
  /** Amounts in smallest units of their tokens. */
  readonly paid?: string;
  readonly received?: string;
  readonly feeUstx?: string;
  /** Fault, or reason why the order was still waiting. */
  readonly problem?: string;
}

const STX = { symbol: 'STX', decimals: 6 };
/** Time that is left to cancel the order before it ends by itself, in milliseconds. */
const GRACE_MS = 60_000;

/**
 * Places one order, as any user, and follows it until its swap is confirmed on chain. Touches no other order. If it is not confirmed
 * in time, it is cancelled; if this program dies, it ends by itself a minute later. Returns the exit code: 0 if it is confirmed, for no
 * more than the fee, else 1.
 */
export async function tradeOnce(options: TradeOptions): Promise<number> {
  const { within } = options;
  const mostFee = BigInt(ofOption('--most-fee', () => units(options.mostFee, STX)));
  const facts = await signingFacts(options);
  const { network, tokens, accounts } = facts;
  const wallet = await requireWallet({ ...options, network, accounts });
  const { sell, of, for: bought, slippage } = options;
  const until = new Date(Date.now() + within + GRACE_MS);
  const [order] = plannedOrders({ sell, of, for: bought, slippage, until }, tokens);
  const sold = tokens.find(({ contractId }) => contractId === order!.inputToken)!;
  const client = openClient(options, { wallet, network });
  const [signed] = await signOrders(wallet, [order!], { network, ...domainOf(facts, sold, undefined) });
  await client.orders.place(signed!);

  const last = await endOf(client, order!.uuid, within);
  const words = plainWords(tokens);
  const ended = hasEnded(last) ? last : await cancelled(client, last);
  const trade = resultOf(ended, { last, mostFee, words, within });
  printResult(trade, options, () => [lineOf(trade, ended, words)]);
  return trade.ok ? 0 : 1;
}

/** The order once it has ended, or as it is when the time is over. */
async function endOf(client: Client, uuid: string, withinMs: number): Promise<Order> {
  const signal = AbortSignal.timeout(withinMs);
  try {
    for await (const { order } of followOne(client, uuid, { by: 'wallet', signal }))
      if (hasEnded(order)) break;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return client.orders.get(uuid, { by: 'wallet' });
}

/** Cancels the order, unless it has ended meanwhile. A swap under way cannot be called back: the order is then as it was. */
async function cancelled(client: Client, order: Order): Promise<Order> {
  try {
    return await client.orders.cancel(idOf(order), { by: 'wallet' });
  } catch (error) {
    if (!isRefusal(error) || error.status !== 409) throw error;
    return client.orders.get(idOf(order), { by: 'wallet' });
  }
}

interface Expected {
  /** The order before it was cancelled. */
  readonly last: Order;
  readonly mostFee: bigint;
  readonly words: TokenWords;
  readonly within: number;
}

function resultOf(order: Order, expected: Expected): Trade {
  const { status, txid, createdAt, broadcastedAt, confirmedAt, feeUstx } = order;
  const since = (at: string | undefined) =>
    at === undefined ? undefined : Date.parse(at) - Date.parse(createdAt);
  const problem = problemOf(order, expected);
  const facts = {
    sentAfterMs: since(broadcastedAt),
    confirmedAfterMs: since(confirmedAt),
    txid,
    paid: order.executedAmountIn,
    received: order.executedAmountOut,
    feeUstx,
    problem,
  };
  return { ok: problem === undefined, uuid: idOf(order), status, ...defined(facts) };
}

/** Returns what is wrong with the order's end; undefined if its swap is confirmed for no more than the fee. */
function problemOf(order: Order, { last, mostFee, words, within }: Expected): string | undefined {
  const { status, feeUstx = '0', cancelReason, failureReason } = order;
  if (status === 'confirmed')
    return BigInt(feeUstx) > mostFee
      ? `its fee was ${amountOf(feeUstx, STX)}, more than ${amountOf(mostFee, STX)}`
      : undefined;
  if (status === 'failed') return failureWords(failureReason);
  const after = `not confirmed after ${within / 1_000} s`;
  // What the order waited for when the time was over.
  if (last.status === 'broadcasted') return `${after}: a node has its swap, and no block`;
  if (last.evaluation !== undefined)
    return `${after}: ${whyText(whyOf(last, last.evaluation, words), Date.now())}`;
  return cancelReason === undefined ? after : `${after}: ${CANCELS[cancelReason]}`;
}

function lineOf(trade: Trade, order: Order, words: TokenWords): string {
  const { ok, uuid, txid, sentAfterMs, confirmedAfterMs, paid, received, feeUstx, problem } = trade;
  const parts = [
    `${ok ? 'traded' : 'not traded'}: order ${uuid} is ${order.status}`,
    paid && received
      ? `${words.amount(paid, order.inputToken)} for ${words.amount(received, order.outputToken)}`
      : undefined,
    sentAfterMs === undefined ? undefined : `sent after ${sentAfterMs / 1_000} s`,
    confirmedAfterMs === undefined ? undefined : `confirmed after ${confirmedAfterMs / 1_000} s`,
    feeUstx && `fee ${amountOf(feeUstx, STX)}`,
    txid && `transaction ${txid}`,
    problem,
  ];
  return parts.filter((part) => part !== undefined && part !== '').join('; ');
}
