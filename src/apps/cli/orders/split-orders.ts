import { randomUUID } from 'node:crypto';
import { printNote } from '../../../adapters/terminal/index.js';
import type { Token } from '../../../domain/market/registry.js';
import { defined } from '../../../domain/shared/fields.js';
import type { Client } from '../../../sdk/client/index.js';
import { splitPlan, units } from '../../../sdk/signing/index.js';
import { NO_ROUTE_WORDS } from '../no-route.js';
import { findToken } from '../service/tokens.js';
import { ofOption, UsageError } from '../usage-error.js';
import { ofTerms, type PlannedOrder } from './order-plan.js';
import type { WantedTerms } from './wanted-output.js';

/** Options of other kinds of orders. */
const OTHERS = [
  ...[
    'buy',
    'atLeast',
    'minPrice',
    'maxPrice',
    'priceOf',
    'above',
    'below',
    'trail',
    'stop',
    'target',
    'thenTarget',
  ],
  ...['every', 'parts', 'whenAsked', 'clientOrderId'],
] as const satisfies readonly (keyof WantedTerms)[];

/**
 * One order for each part of the split that is quoted now.
 *
 * @throws UsageError if an option does not go with a split, or if no split gives more than one order.
 */
export async function splitOrders(
  terms: WantedTerms,
  client: Pick<Client, 'quotes'>,
  tokens: readonly Token[],
): Promise<readonly PlannedOrder[]> {
  const { sell, slippage, from: startAt, until: endAt, integrator } = terms;
  const other = OTHERS.find((name) => terms[name] !== undefined);
  if (other !== undefined || sell === undefined || slippage === undefined)
    throw new UsageError(
      '--split goes with --sell and --slippage, and with --from and --until: nothing else says when its orders are sent',
    );
  const sold = ofOption('--of', () => findToken(terms.of, tokens, { ofSubnet: true }));
  const bought = ofOption('--for', () => findToken(terms.for, tokens, { ofSubnet: false }));
  const amount = ofOption('--sell', () => units(sell, sold));
  const split = await client.quotes.split({ tokenIn: sold.contractId, tokenOut: bought.contractId, amount });
  if (split.reason !== undefined)
    throw new UsageError(`no route: ${NO_ROUTE_WORDS[split.reason] ?? split.reason}`);
  if (split.parts.length < 2) throw new UsageError('no split gives more than one route: leave out --split');
  if (split.worthwhile === false) printNote('the gain is below what the further swaps cost in network fees');
  const { parts } = split;
  const plan = { sell: sold, buy: bought, parts, slippage, ...defined({ startAt, endAt }) };
  return ofTerms(() => splitPlan(plan)).map((order) => ({
    ...order,
    ...defined({ integrator }),
    uuid: randomUUID(),
  }));
}
