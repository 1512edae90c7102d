import type { Token } from '../../../domain/market/registry.js';
import type { Client } from '../../../sdk/client/index.js';
import { units, type UnsignedOrder } from '../../../sdk/signing/index.js';
import { heldToken, isAll, readMarket, signedFor, wholeAmount } from '../../../sdk/trading/index.js';
import { plainWords } from '../../../sdk/words/token-words.js';
import { soldBy, warningsOf } from '../../../sdk/words/warnings.js';
import { requireNames } from '../operation-request.js';
import { balanceOf, ownerOf } from '../owner.js';
import type { Unsigned } from '../owner-proof.js';
import { collectingSigner } from '../signing-steps.js';
import { faultOf, ofArgument, tokenOf } from '../token-arguments.js';
import {
  badArgument,
  clientOf,
  type Arguments,
  type McpTool,
  type SigningFacts,
  type ToolContext,
} from '../tool.js';
import { kindOf, ORDER_ARGUMENTS, ORDER_FIELDS, textOf } from './order-arguments.js';
import { priceNow, termsOf } from './order-terms.js';
import { holdingWords, marketWords, nearWords } from './order-advice.js';
import { summaryOf } from './order-summary.js';
import { refuseLoss, signedBy, type Prepared } from './prepared.js';
import { inPlaceOf, lessWords, replacedBy, wordsOfReplaced } from './replaced.js';

/** Tool that makes an order from words, unsigned. */
export const PREPARE_ORDER: McpTool = {
  name: 'prepare_order',
  title: 'Prepare an order for its owner’s signature',
  isRead: true,
  description:
    'Use this first to buy, sell, stop, take profit or plan: it turns symbols, whole amounts and percents into a checked order, and ' +
    'returns it unsigned. It sends nothing. Show the owner `summary` and `warnings`, have the wallet make each signature of `sign`, in ' +
    'order, put them in place of `<signature 1>`, `<signature 2>`, and call the tool of `next`. Orders sell the subnet copy of a token ' +
    '(read_portfolio shows what the owner has there) and pay the owner alone, to the wallet: what is bought has to be deposited before an ' +
    'order can sell it again.',
  inputSchema: ORDER_ARGUMENTS,
  run: prepare,
};

async function prepare(args: Arguments, context: ToolContext): Promise<Prepared> {
  requireNames(args, ORDER_FIELDS, ORDER_ARGUMENTS.required ?? []);
  const kind = kindOf(args);
  const facts = await context.facts();
  const { tokens } = facts;
  // Exits sell what the entry buys, and orders sell subnet copies only.
  const buy = tokenOf('buy', args['buy'], tokens, kind === 'bracket');
  const owner = ownerOf(args);
  const client = clientOf(context);
  const given = textOf(args, 'amount')!;
  const sell = await soldTo(client, { name: args['sell'], given, owner }, tokens);
  if ((sell.base ?? sell.contractId) === (buy.base ?? buy.contractId))
    throw badArgument('buy', 'is the token that is sold');
  const balance = await balanceOf(client, owner, sell);
  const amount = ofArgument('amount', () => wholeAmount(given, sell, balance));
  const amountIn = units(amount, sell);
  const sale = { inputToken: sell.contractId, outputToken: buy.contractId, amountIn };
  const market = await readMarket(client, sale, tokens);
  const wanted = { kind, args, sell, buy, amount, tokens, now: context.now, market };
  const replaced = await replacedBy(args, client, owner);
  const orders = inPlaceOf(replaced, termsOf(wanted));
  const words = plainWords(tokens);
  const warnings = warningsOf(orders, { ...market, balance }, words);
  refuseLoss(warnings, args);
  const price = priceNow(wanted);
  const held = { client, owner, sell, buy, amountIn: soldBy(orders), balance, replaced };
  const isStop = kind === 'stop' || kind === 'trail' || kind === 'stop_and_target';
  return {
    summary: [
      ...summaryOf(orders, words),
      ...wordsOfReplaced(replaced, words),
      ...marketWords(market.quote, { ...held, amountIn: BigInt(amountIn) }, isStop),
    ],
    warnings: [
      ...warnings.map(({ text }) => text),
      ...nearWords(orders, market),
      ...lessWords(replaced, { inputToken: sell.contractId, amountIn: held.amountIn }, words),
      ...(await holdingWords(held, isAll(given))),
    ],
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
      amountOf: (copy) => (isAll(given) ? 1n : BigInt(units(given, copy))),
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

interface ToSign {
  readonly owner: string;
  readonly facts: SigningFacts;
  readonly now: () => number;
}

/** The orders with the names of their signatures, and what is to be signed. */
async function unsigned(orders: readonly UnsignedOrder[], { owner, facts, now }: ToSign): Promise<Unsigned> {
  const { signer, steps } = collectingSigner(owner);
  const signed = await signedBy(() => signedFor(signer, orders, facts, now), 'sell');
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
