import type { Token } from '../../../domain/market/registry.js';
import type { Client, Order } from '../../../sdk/client/index.js';
import { decimal, units } from '../../../sdk/signing/index.js';
import { tokenNamed } from '../../../sdk/trading/index.js';
import { GatewayError } from './gateway-error.js';
import type { SwapToExecute, SwapToQuote } from './swap-request.js';

/** Slippage of requests that name none, percent. */
const USUAL_SLIPPAGE_PCT = 1;
/** Fee of a swap in the chain's currency: the server's operator pays it. */
const NO_FEE = 0;

/** States of a transaction. */
const STATUS = { pending: 0, confirmed: 1, failed: -1 } as const;

/** Parts of the adapter. */
export interface GatewayParts {
  readonly client: Client;
  /** Address of the only wallet that it trades for. */
  readonly owner: string;
  /** Network of the server, as `stacks-` and its name. */
  readonly chainNetwork: string;
  readonly tokens: () => Promise<readonly Token[]>;
  /** Time (ms) for which an execution waits for its block. */
  readonly patienceMs: number;
}

/** Quotes and executes swaps in the shapes of Hummingbot's Gateway: amounts are whole tokens as numbers. */
export function makeSwaps({ client, owner, chainNetwork, tokens, patienceMs }: GatewayParts) {
  const quoted = async (swap: SwapToQuote) => {
    requireSupported(swap, chainNetwork);
    const known = await tokens();
    const [base, quote] = [
      tokenNamed('baseToken', swap.baseToken, known),
      tokenNamed('quoteToken', swap.quoteToken, known),
    ];
    const [sold, bought] = swap.side === 'SELL' ? [base, quote] : [quote, base];
    const amount = unitsOf(swap.amount, base);
    const found = await client.quotes.get({
      tokenIn: sold,
      tokenOut: bought,
      ...(swap.side === 'SELL' ? { amount } : { amountOut: amount }),
    });
    if (found.reason !== undefined)
      throw new GatewayError(
        404,
        `no route sells ${sold.symbol} for ${bought.symbol}: ${found.reason}`,
        'NO_ROUTE_FOUND',
      );
    const { amountInExact, amountOutExact, priceImpact, hops } = found;
    return { sold, bought, amountInExact, amountOutExact, priceImpact, hops };
  };

  return {
    quote: async (swap: SwapToQuote) => {
      const { sold, bought, priceImpact, hops, ...exact } = await quoted(swap);
      const slippagePct = swap.slippagePct ?? USUAL_SLIPPAGE_PCT;
      const [amountIn, amountOut] = [
        numberOf(exact.amountInExact, sold),
        numberOf(exact.amountOutExact, bought),
      ];
      return {
        tokenIn: sold.contractId,
        tokenOut: bought.contractId,
        amountIn,
        amountOut,
        price: swap.side === 'SELL' ? amountOut / amountIn : amountIn / amountOut,
        priceImpactPct: priceImpact * 100,
        minAmountOut: amountOut * (1 - slippagePct / 100),
        // An order sells exactly what was signed: slippage takes from its output alone.
        maxAmountIn: amountIn,
        routePath: hops.map(({ vault }) => vault.contractId).join(' -> '),
        slippagePct,
      };
    },

    execute: async (swap: SwapToExecute) => {
      if (swap.walletAddress !== owner) throw new GatewayError(400, `this adapter trades for ${owner} alone`);
      const { sold, bought, amountInExact } = await quoted(swap);
      const { uuid } = await client.orders.market({
        sell: sold.contractId,
        buy: bought.contractId,
        amount: decimal(amountInExact, sold.decimals),
        slippage: String((swap.slippagePct ?? USUAL_SLIPPAGE_PCT) / 100),
      });
      const order = await ended(client, uuid, patienceMs);
      if (order.txid === undefined)
        throw new GatewayError(
          409,
          `the swap was not sent: ${order.cancelReason ?? order.status}`,
          'TRANSACTION_TIMEOUT',
        );
      return { signature: order.txid, ...resultOf(order, { sold, bought, side: swap.side }) };
    },

    /** Outcome of a transaction that `execute` left pending. */
    poll: async (signature: string) => {
      const { items } = await client.orders.list({ owner, txid: signature }, { by: 'anyone' });
      const [order] = items;
      if (order === undefined)
        throw new GatewayError(404, `no order of ${owner} has the transaction ${signature}`);
      return {
        signature,
        txBlock: order.blockHeight ?? null,
        txStatus: statusOf(order),
        fee: NO_FEE,
        error: order.failureReason ?? null,
        txData: null,
      };
    },
  };
}

/**
 * The order once it has ended or, after the patience, as it is: sent, or else cancelled, so that nothing is executed later that the
 * caller counts as failed.
 */
async function ended(client: Client, uuid: string, patienceMs: number): Promise<Order> {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    return await client.orders.settled(uuid, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    const order = await client.orders.get(uuid);
    if (order.status !== 'open') return order;
    // Refused if it has just been sent.
    await client.orders.cancel(uuid).catch(() => undefined);
    return client.orders.get(uuid);
  }
}

interface Traded {
  readonly sold: Token;
  readonly bought: Token;
  readonly side: SwapToQuote['side'];
}

function resultOf(order: Order, { sold, bought, side }: Traded) {
  const status = statusOf(order);
  const { executedAmountIn, executedAmountOut } = order;
  if (status !== STATUS.confirmed || executedAmountIn === undefined || executedAmountOut === undefined)
    return { status };
  const [amountIn, amountOut] = [numberOf(executedAmountIn, sold), numberOf(executedAmountOut, bought)];
  const [baseTokenBalanceChange, quoteTokenBalanceChange] =
    side === 'SELL' ? [-amountIn, amountOut] : [amountOut, -amountIn];
  const tokens = { tokenIn: sold.contractId, tokenOut: bought.contractId };
  return {
    status,
    data: { ...tokens, amountIn, amountOut, fee: NO_FEE, baseTokenBalanceChange, quoteTokenBalanceChange },
  };
}

function statusOf({ status }: Order): number {
  if (status === 'confirmed') return STATUS.confirmed;
  return status === 'failed' || status === 'cancelled' ? STATUS.failed : STATUS.pending;
}

function requireSupported({ chainNetwork, connector = CONNECTOR }: SwapToQuote, served: string): void {
  if (chainNetwork !== served) throw new GatewayError(400, `chainNetwork must be ${served}`);
  if (connector !== CONNECTOR) throw new GatewayError(400, `connector must be ${CONNECTOR}`);
}

const CONNECTOR = 'sluice/router';

const PLAIN = new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: 15 });

/** The number in smallest units, rounded down: a float has digits that the token has not. */
function unitsOf(amount: number, token: Token): string {
  const [whole = '0', fraction = ''] = PLAIN.format(amount).split('.');
  const exact = units(
    `${whole}.${fraction.slice(0, token.decimals).padEnd(1, '0')}`.replace(/\.0$/, ''),
    token.decimals,
  );
  if (exact === '0')
    throw new GatewayError(400, `amount must be at least one smallest unit of ${token.symbol}`);
  return exact;
}

const numberOf = (exact: string, { decimals }: Token): number => Number(decimal(exact, decimals));
