import type { Client, Order } from '../../../sdk/client/index.js';
import type { UnsignedOrder } from '../../../sdk/signing/index.js';
import type { TokenWords } from '../../../sdk/words/token-words.js';
import { badArgument, type Arguments } from '../tool.js';
import { openOrder } from './open-order.js';
import { summaryOf } from './order-summary.js';

/** The open order that the caller wants replaced. */
export async function replacedBy(
  { replaces }: Arguments,
  client: Client,
  owner: string,
): Promise<Order | undefined> {
  if (replaces === undefined) return undefined;
  const order = await openOrder(client, replaces, 'replaces');
  if (order.owner === owner) return order;
  throw badArgument('replaces', 'is an order of another owner');
}

/** The orders, the first of which replaces the other one: they are stored together or not at all. */
export const inPlaceOf = (
  replaced: Pick<Order, 'handle'> | undefined,
  [first, ...others]: readonly UnsignedOrder[],
): readonly UnsignedOrder[] => [{ ...first!, ...(replaced && { replaces: replaced.handle }) }, ...others];

/** Effects of the order that is replaced, in sentences. */
export const wordsOfReplaced = (replaced: Order | undefined, words: TokenWords): readonly string[] =>
  replaced === undefined ? [] : [`Cancels: ${summaryOf([replaced], words).join(' ')}`];

/** Warning if the new orders sell less of the token than the one that they replace. */
export function lessWords(
  replaced: Order | undefined,
  { inputToken, amountIn }: { readonly inputToken: string; readonly amountIn: bigint },
  words: TokenWords,
): readonly string[] {
  if (replaced === undefined) return [];
  const sold = replaced.inputToken === inputToken ? amountIn : 0n;
  const left = BigInt(replaced.amountIn) - sold;
  if (left <= 0n) return [];
  return [
    `${words.amount(left.toString(), replaced.inputToken)} that the cancelled order sells are in no order afterwards.`,
  ];
}
