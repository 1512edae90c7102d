import { confirm, print, printNote, printTable } from '../../../adapters/terminal/index.js';
import type { Order } from '../../../sdk/client/index.js';
import { decimal, limitOrder, signAmendment, type TermChanges } from '../../../sdk/signing/index.js';
import { plainWords } from '../../../sdk/words/token-words.js';
import type { Token } from '../../../domain/market/registry.js';
import { defined } from '../../../domain/shared/fields.js';
import { printJson, type JsonOption } from '../result.js';
import { openWallet, signingFacts, type TradingOptions } from '../service/trading.js';
import { findToken } from '../service/tokens.js';
import { ofOption, UsageError } from '../usage-error.js';
import { keep, type KeepOption } from './kept-file.js';
import { ofTerms, triggerOf, unitOf, type PlannedOrder } from './order-plan.js';
import { previewRows } from './preview.js';
import { boundOf, boundsOf, requireOnePrice, type ConditionTerms } from './term-options.js';

export interface AmendOptions extends TradingOptions, ConditionTerms, KeepOption, JsonOption {
  /** Whether to sign without asking. */
  readonly yes: boolean;
}

/** Shows an open order under its new terms, asks for consent, signs and stores them. Returns the exit code: 1 if the user declines. */
export async function amendOrder(id: string, options: AmendOptions): Promise<number> {
  const { network, tokens } = await signingFacts(options);
  const { client, wallet } = await openWallet(options);
  const order = await client.orders.get(id, { by: 'wallet' });
  const changes = changesOf(order, options, tokens);
  const amendment = await signAmendment(wallet, order, changes, { network });
  const words = plainWords(tokens);
  const context = { server: options.url, network, owner: wallet.address, router: order.router, words };
  const { owner: _, router: _1, termsSignature: _2, recipient: _3, ...terms } = amendment;
  printTable(['what is signed', ''], previewRows([terms as PlannedOrder], context), process.stderr);
  if (!options.yes && !(await confirm('Sign and store these terms?'))) {
    printNote('the order stays as it is');
    return 1;
  }
  await keep(options, []);
  const amended = await client.orders.amend(order.handle, amendment);
  await keep(options, [amendment]);
  if (options.json === true) printJson({ order: amended });
  else print(`amended ${amended.uuid}: revision ${amended.revision}`);
  return 0;
}

/** The terms that the options name. A price takes the place of the former one, with all that belongs to it. */
function changesOf(order: Order, options: AmendOptions, tokens: readonly Token[]): TermChanges {
  const { from, until } = options;
  const price = requireOnePrice(options);
  const bounds = boundsOf(options);
  if (price === undefined && bounds.length === 0 && (from ?? until) === undefined)
    throw new UsageError('name what changes: a bound, a price, --from or --until');
  const token = (option: string, name: string) => ofOption(option, () => findToken(name, tokens));
  const [sell, buy] = [token('the order', order.inputToken), token('the order', order.outputToken)];
  const unit = unitOf(options, (name) => token('--in', name));
  const when = triggerOf(options, { tokenOf: (name) => token('--price-of', name), sell, unit });
  const { conditionToken, targetPrice, direction, baseAsset, trail, activationPrice, ...made } = ofTerms(() =>
    limitOrder({
      ...{ sell, buy, amount: decimal(order.amountIn, sell.decimals) },
      ...(bounds.length === 0 ? { atLeast: '0' } : boundOf(options)),
      ...defined({ when, window: defined({ from, to: until }) }),
    }),
  );
  const condition = { conditionToken, targetPrice, direction, baseAsset, trail, activationPrice };
  const { validFrom, validTo, minAmountOut, slippage } = made;
  return {
    ...(price !== undefined && orNull(condition)),
    ...defined({ validFrom, validTo }),
    ...(bounds.length > 0 && defined({ minAmountOut, slippage })),
  };
}

/** The fields, with null for each that has no value: an amendment takes it away. */
const orNull = <T extends object>(fields: T): { [K in keyof T]: NonNullable<T[K]> | null } =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? null])) as never;
