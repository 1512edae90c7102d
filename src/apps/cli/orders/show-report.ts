import { print, printTable } from '../../../adapters/terminal/index.js';
import type { Order, ResponseOf } from '../../../sdk/client/index.js';
import { reportFacts } from '../../../sdk/words/report-facts.js';
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
  const facts = reportFacts(report, order.outputToken, words).map(
    ({ name, text, isPart }) => [isPart ? `  ${name}` : name, text] as const,
  );
  return [['order', idOf(order)], ['paid', words.amount(report.amountIn, order.inputToken)], ...facts];
}
