import { print, printTable } from '../../../adapters/terminal/index.js';
import type { Order, ResponseOf } from '../../../sdk/client/index.js';
import { INEXACT_WORDS } from '../../../sdk/words/reports.js';
import type { TokenWords } from '../../../sdk/words/token-words.js';
import { printJson, type JsonOption } from '../result.js';
import { openTrading, type TradingOptions } from '../service/trading.js';
import { readingAs } from './list-orders.js';
import { idOf, serverWords } from './order-text.js';

type Report = ResponseOf<'getOrderReport'>['data'];

/** Shows how well an order was executed. */
export async function showReport(id: string, options: TradingOptions & JsonOption): Promise<number> {
  const { client, wallet } = await openTrading(options);
  const reading = readingAs(wallet);
  const report = await client.orders.report(id, reading);
  if (options.json === true) printJson(report);
  else {
    const order = await client.orders.get(id, reading);
    const words = await serverWords(client);
    printTable(['', ''], reportRows(order, report, words));
    const { inexact } = report.atParent ?? {};
    if (report.isPending) print('The block before the swap is still to be read.');
    else if (inexact !== undefined)
      print(`Figures of the block before are inexact: ${INEXACT_WORDS[inexact]}.`);
  }
  return 0;
}

/** Returns the report as rows of a table. */
function reportRows(order: Order, report: Report, words: TokenWords): readonly (readonly [string, string])[] {
  const { shortfall, surplus, atParent, usd } = report;
  const bought = (units: string | undefined) => {
    if (units === undefined) return undefined;
    const amount = words.amount(units.replace('-', ''), order.outputToken);
    return units.startsWith('-') ? `-${amount}` : amount;
  };
  const bps = (value: number | undefined) => value !== undefined && `${(value / 100).toFixed(4)}%`;
  const dollars = (value: number | undefined) => value !== undefined && `$${value.toPrecision(6)}`;
  const facts: readonly (readonly [string, string | false | undefined])[] = [
    ['order', idOf(order)],
    ['paid', words.amount(report.amountIn, order.inputToken)],
    ['received', bought(report.executedAmountOut)],
    ['quoted when placed', bought(report.quotedWhenPlaced)],
    ['quoted when sent', bought(report.quotedWhenSent)],
    ['minimum', bought(report.minimum)],
    ['own route before its block', bought(atParent?.ownRoute)],
    ['best route before its block', bought(atParent?.best)],
    ['less than when placed', bought(shortfall.total)],
    ['  market before it was sent', bought(shortfall.drift)],
    ['  market until its block', bought(shortfall.delay)],
    ['  others before it in its block', bought(shortfall.rest)],
    ['cost of the route', bought(shortfall.route)],
    ['more than quoted', bought(surplus.overQuote)],
    ['more than the minimum', bought(surplus.overMinimum)],
    ['short of the best', bps(report.shortfallBps)],
    ['paid, in dollars', dollars(usd?.paid)],
    ['received, in dollars', dollars(usd?.received)],
  ];
  return facts.flatMap(([what, text]) =>
    text === undefined || text === false ? [] : [[what, text] as const],
  );
}
