import type { Token } from '../../../domain/market/registry.js';
import { createClient, type Client } from '../../../sdk/client/index.js';
import { SigningError, units, type SignedOrder, type UnsignedOrder } from '../../../sdk/signing/index.js';
import { heldToken, readMarket, signedFor } from '../../../sdk/trading/index.js';
import type { Terms } from '../../../sdk/words/order.js';
import { promiseWords } from '../../../sdk/words/promise.js';
import { plainWords } from '../../../sdk/words/token-words.js';
import { mostAsked, warningsOf, type Warning } from '../../../sdk/words/warnings.js';
import { requireNames } from '../operation-request.js';
import type { Unsigned } from '../owner-proof.js';
import { collectingSigner } from '../signing-steps.js';
import { faultOf, ofArgument, tokenOf } from '../token-arguments.js';
import {
  badArgument,
  ToolError,
  type Arguments,
  type McpTool,
  type SigningFacts,
  type ToolContext,
} from '../tool.js';
import { kindOf, ORDER_ARGUMENTS, ORDER_FIELDS, textOf } from './order-arguments.js';
import { amountOf, priceNow, termsOf } from './order-terms.js';

/** Tool that makes an order from words, unsigned. */
export const PREPARE_ORDER: McpTool = {
  name: 'prepare_order',
  title: 'Prepare an order for its owner’s signature',
  isRead: true,
  description:
    'Use this first to buy, sell, stop, take profit or plan: it turns symbols, whole amounts and percents into a checked order, and ' +
    'returns it unsigned. It sends nothing. Show the owner `summary` and `warnings`, have the wallet make each signature of `sign`, in ' +
    'order, put them in place of `<signature 1>`, `<signature 2>`, and call the tool of `next`. Orders sell the subnet copy of a token ' +
    '(read_portfolio shows what the owner has there) and pay the owner alone.',
  inputSchema: ORDER_ARGUMENTS,
  run: prepare,
};

/** Result of `prepare_order`. */
export interface PreparedOrder extends Unsigned {
  /** Effects of the order, in sentences. */
  readonly summary: readonly string[];
  /** Sentences that the owner should know before signing. */
  readonly warnings: readonly string[];
  /** Price of the sold token now, if the order waits for one. */
  readonly marketPrice?: string;
}

async function prepare(args: Arguments, context: ToolContext): Promise<PreparedOrder> {
  requireNames(args, ORDER_FIELDS, ORDER_ARGUMENTS.required ?? []);
  const kind = kindOf(args);
  const facts = await context.facts();
  const { tokens } = facts;
  const buy = tokenOf('buy', args['buy'], tokens);
  const owner = ownerOf(args);
  const client = createClient({ baseUrl: context.url, fetch: context.fetch, attempts: 2 });
  const given = textOf(args, 'amount')!;
  const sell = await soldTo(client, { name: args['sell'], given, owner }, tokens);
  const balance = await balanceOf(client, owner, sell);
  const amount = ofArgument('amount', () => amountOf(given, sell, balance));
  const amountIn = units(amount, sell);
  const sale = { inputToken: sell.contractId, outputToken: buy.contractId, amountIn };
  const market = await readMarket(client, sale, tokens);
  const wanted = { kind, args, sell, buy, amount, tokens, market };
  const orders = termsOf(wanted);
  const words = plainWords(tokens);
  const warnings = warningsOf(orders, { ...market, balance }, words);
  refuseLoss(warnings, args);
  const price = priceNow(wanted);
  return {
    summary: orders.flatMap((order) => promiseWords(order as Terms, words)),
    warnings: warnings.map(({ text }) => text),
    ...(price !== undefined && { marketPrice: price }),
    ...(await unsigned(orders, { owner, facts, now: context.now })),
  };
}

/** The subnet copy that the owner sells. */
async function soldTo(
  client: Client,
  { name, given, owner }: { readonly name: unknown; readonly given: string; readonly owner: string },
  tokens: readonly Token[],
): Promise<Token> {
  try {
    return await heldToken('sell', name, tokens, {
      amountOf: (copy) => (given.toLowerCase() === 'all' ? 1n : BigInt(units(given, copy))),
      balancesOf: (ids) =>
        client.balances.get(owner, ids).then(
          ({ balances }) => balances,
          () => [],
        ),
    });
  } catch (error) {
    throw faultOf(error, 'amount');
  }
}

function ownerOf({ owner }: Arguments): string {
  if (typeof owner === 'string' && /^S[0-9A-Z]{28,41}$/.test(owner)) return owner;
  throw badArgument('owner', 'the address of the wallet, such as SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS');
}

async function balanceOf(client: Client, owner: string, { contractId }: Token): Promise<bigint | undefined> {
  try {
    const { balances } = await client.balances.get(owner, [contractId]);
    const units = balances[0]?.balance;
    return units === null || units === undefined ? undefined : BigInt(units);
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (code === 'invalid-address') throw badArgument('owner', (error as Error).message);
    return undefined;
  }
}

function refuseLoss(warnings: readonly Warning[], args: Arguments): void {
  if (mostAsked(warnings) !== 'word' || args['acceptLoss'] === true) return;
  const grave = warnings.filter(({ asks }) => asks === 'word').map(({ text }) => text);
  throw new ToolError(`${grave.join(' ')} This is probably a mistake: acceptLoss: true prepares it anyway.`, {
    code: 'probable-mistake',
    field: 'acceptLoss',
  });
}

interface ToSign {
  readonly owner: string;
  readonly facts: SigningFacts;
  readonly now: () => number;
}

/** The orders with the names of their signatures, and what is to be signed. */
async function unsigned(orders: readonly UnsignedOrder[], { owner, facts, now }: ToSign): Promise<Unsigned> {
  const { signer, steps } = collectingSigner(owner);
  const signed = await signedBy(() => signedFor(signer, orders, facts, now));
  const [only, ...others] = signed;
  return {
    unsigned: true,
    sign: steps,
    next:
      others.length === 0
        ? { tool: 'place_order', arguments: { order: only! } }
        : { tool: 'place_orders', arguments: { orders: signed, atomic: true } },
  };
}

async function signedBy(work: () => Promise<readonly SignedOrder[]>): Promise<readonly SignedOrder[]> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SigningError)) throw faultOf(error, 'sell');
    const [first] = error.problems;
    throw new ToolError(error.message, { code: error.code, field: first?.field });
  }
}
