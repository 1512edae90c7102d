import { print } from '../../../adapters/terminal/index.js';
import type { Rehearsal } from '../../../sdk/client/index.js';
import type { StatedOrder } from '../../../sdk/words/order.js';
import { plainWords, type TokenWords } from '../../../sdk/words/token-words.js';
import { whyHeld, whyText } from '../../../sdk/words/why.js';
import { printJson } from '../result.js';
import { draftOrders, type DraftOptions } from './draft-orders.js';

/** Prints what would become of the orders if they were placed now. Returns the exit code: 1 if one of them would be refused. */
export async function rehearseOrders(options: DraftOptions): Promise<number> {
  const { client, orders, tokens } = await draftOrders(options);
  const words = plainWords(tokens);
  const rehearsals: Rehearsal[] = [];
  for (const order of orders) rehearsals.push(await client.orders.rehearse(order));
  if (options.json === true) printJson({ rehearsals });
  else
    rehearsals.forEach((rehearsal, n) =>
      linesOf({ ...orders[n]!, status: 'open' }, rehearsal, words).forEach((line) => print(line)),
    );
  return rehearsals.every(({ isAccepted }) => isAccepted) ? 0 : 1;
}

function linesOf(order: StatedOrder, rehearsal: Rehearsal, words: TokenWords): readonly string[] {
  const { refused, holds, quote, isSentNow } = rehearsal;
  if (refused !== undefined) {
    const { error, code, details, hint = '' } = refused;
    return [
      `it would be refused: ${error} (${code})`,
      ...(Array.isArray(details) ? details.map(String) : []),
      hint,
    ];
  }
  const offer =
    quote === undefined
      ? []
      : [`the market pays ${words.amount(quote.amountOutExact, order.outputToken)} now`];
  const now = Date.parse(rehearsal.at);
  const why = holds.map((hold) => `- ${whyText(whyHeld(order, hold, words), now)}`);
  return [isSentNow ? 'it would be sent at once' : 'it would be accepted, and wait:', ...why, ...offer];
}
