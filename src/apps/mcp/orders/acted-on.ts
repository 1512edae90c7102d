import { plainWords } from '../../../sdk/words/token-words.js';
import { clientOf, type Arguments, type ToolContext } from '../tool.js';
import { summaryOf } from './order-summary.js';

/** Effects of the order that a call names by `uuid`, in sentences: a person cannot tell orders apart by their ids. Empty if it names none. */
export async function actedOn({ uuid }: Arguments, context: ToolContext): Promise<readonly string[]> {
  if (typeof uuid !== 'string' || uuid === '*') return [];
  // The server says what is wrong with a name that it does not know, once the message is signed.
  const order = await clientOf(context)
    .orders.get(uuid)
    .catch(() => undefined);
  if (order === undefined) return [];
  const { tokens } = await context.facts();
  return [`The order is ${order.status}.`, ...summaryOf([order], plainWords(tokens))];
}
