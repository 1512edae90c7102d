import { hasPriceTrigger } from '../../../sdk/words/order.js';
import { plainWords } from '../../../sdk/words/token-words.js';
import { clientOf, type Arguments, type ToolContext } from '../tool.js';
import { summaryOf } from './order-summary.js';

const EXECUTED_NOW =
  'Executing it does not wait for that: it is sent now, at what the market pays, whatever its trigger and its window say. Only its least output and its slippage bound it.';

/** Effects of the order that a call names by `uuid`, in sentences: a person cannot tell orders apart by their ids. Empty if it names none. */
export async function actedOn(
  { uuid }: Arguments,
  context: ToolContext,
  isExecuted: boolean,
): Promise<readonly string[]> {
  if (typeof uuid !== 'string' || uuid === '*') return [];
  // The server says what is wrong with a name that it does not know, once the message is signed.
  const order = await clientOf(context)
    .orders.get(uuid)
    .catch(() => undefined);
  if (order === undefined) return [];
  const { tokens } = await context.facts();
  const waits = hasPriceTrigger(order) || order.validFrom !== undefined;
  return [
    `The order is ${order.status}.`,
    ...summaryOf([order], plainWords(tokens)),
    ...(isExecuted && waits ? [EXECUTED_NOW] : []),
  ];
}
