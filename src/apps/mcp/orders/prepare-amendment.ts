import type { Client, Order } from '../../../sdk/client/index.js';
import { signAmendment } from '../../../sdk/signing/index.js';
import { readMarket } from '../../../sdk/trading/index.js';
import { hasPriceTrigger } from '../../../sdk/words/order.js';
import { plainWords } from '../../../sdk/words/token-words.js';
import { warningsOf } from '../../../sdk/words/warnings.js';
import type { JsonSchema } from '../../../adapters/express/index.js';
import { requireNames } from '../operation-request.js';
import { balanceOf } from '../owner.js';
import { collectingSigner } from '../signing-steps.js';
import { tokenOf } from '../token-arguments.js';
import { badArgument, clientOf, type Arguments, type McpTool, type ToolContext } from '../tool.js';
import { changesOf, CHANGES } from './amendment-terms.js';
import { marketWords, nearWords } from './order-advice.js';
import { openOrder } from './open-order.js';
import { PROPERTIES } from './order-arguments.js';
import { summaryOf } from './order-summary.js';
import { refuseLoss, signedBy, type Prepared } from './prepared.js';

const ARGUMENTS: JsonSchema = {
  type: 'object',
  properties: {
    uuid: { type: 'string', description: 'uuid of the order, which placing it returned; not its handle' },
    ...Object.fromEntries(CHANGES.map((name) => [name, PROPERTIES[name]])),
    acceptLoss: PROPERTIES.acceptLoss,
  },
  required: ['uuid'],
  additionalProperties: false,
};

/** Tool that makes new terms of an open order from words, unsigned. */
export const PREPARE_AMENDMENT: McpTool = {
  name: 'prepare_amendment',
  title: 'Prepare a change of an open order for its owner’s signature',
  isRead: true,
  description:
    'Use this to change the price, percent, bound or time of an order that is open: what you do not name stays. It returns the new terms ' +
    'unsigned, like prepare_order, with `was` for the terms that are in force. The amount and the tokens cannot change: ' +
    'prepare_order with replaces stores another order as it cancels this one.',
  inputSchema: ARGUMENTS,
  run: prepare,
};

/** Result of `prepare_amendment`. */
interface PreparedAmendment extends Prepared {
  /** Effects of the order on the terms that are in force, in sentences. */
  readonly was: readonly string[];
}

async function prepare(args: Arguments, context: ToolContext): Promise<PreparedAmendment> {
  requireNames(args, Object.keys(ARGUMENTS.properties!), ARGUMENTS.required!);
  const { tokens, network } = await context.facts();
  const { now } = context;
  const client = clientOf(context);
  const order = await signedOrder(client, args['uuid']);
  const [sell, buy] = [tokenOf('uuid', order.inputToken, tokens), tokenOf('uuid', order.outputToken, tokens)];
  const [market, balance] = await Promise.all([
    readMarket(client, order, tokens),
    balanceOf(client, order.owner, sell),
  ]);
  const changes = changesOf({ order, args, sell, buy, tokens, now, market });
  const { signer, steps } = collectingSigner(order.owner);
  const amended = await signedBy(() => signAmendment(signer, order, changes, { network, now }), 'price');
  const words = plainWords(tokens);
  const warnings = warningsOf([amended], { ...market, balance }, words);
  refuseLoss(warnings, args);
  return {
    summary: [
      ...summaryOf([amended], words),
      ...marketWords(market.quote, { sell, buy, amountIn: BigInt(order.amountIn) }, hasPriceTrigger(order)),
    ],
    was: summaryOf([order], words),
    warnings: [...warnings.map(({ text }) => text), ...nearWords([amended], market)],
    unsigned: true,
    sign: steps,
    next: { tool: 'amend_order', arguments: { uuid: order.uuid, order: amended } },
  };
}

/** The open order with the uuid that is signed, by which it must be named: what others read of an order has only its handle. */
async function signedOrder(client: Client, id: unknown): Promise<Order> {
  const order = await openOrder(client, id, 'uuid');
  const uuid = String(id).toLowerCase();
  if (order.handle !== uuid) return { ...order, uuid };
  throw badArgument(
    'uuid',
    'this is the order’s handle, and the uuid is signed: list_orders with asOwner: true reads it',
  );
}
