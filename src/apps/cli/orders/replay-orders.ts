import { print } from '../../../adapters/terminal/index.js';
import type { Replay } from '../../../sdk/client/index.js';
import { counted, triggerWords, type StatedOrder } from '../../../sdk/words/order.js';
import { fullTime } from '../../../sdk/words/times.js';
import { plainWords, priceWords, type TokenWords } from '../../../sdk/words/token-words.js';
import { printJson } from '../result.js';
import { draftOrders, type DraftOptions } from './draft-orders.js';

export interface ReplayOptions extends DraftOptions {
  readonly since: Date;
  readonly to?: Date;
}

/** Prints when recorded prices would have sent the orders. Returns the exit code 0. */
export async function replayOrders(options: ReplayOptions): Promise<number> {
  const { client, orders, tokens } = await draftOrders(options);
  const span = { from: options.since, to: options.to };
  const replays: Replay[] = [];
  for (const order of orders) replays.push(await client.orders.replay(order, span));
  const words = plainWords(tokens);
  if (options.json === true) printJson({ replays });
  else
    replays.forEach((replay, n) =>
      linesOf({ ...orders[n]!, status: 'open' }, replay, words).forEach((line) => print(line)),
    );
  return 0;
}

function linesOf(order: StatedOrder, replay: Replay, words: TokenWords): readonly string[] {
  const { from, to, runs, unpriced, met, held, fired, nearest } = replay;
  const price = (ratio: string) => priceWords(ratio, order.baseAsset, words);
  const stopWords = ({ stop }: { readonly stop?: string }) =>
    stop === undefined ? '' : ` with the stop at ${price(stop)}`;
  const outcome =
    fired === undefined
      ? 'it would not have been sent'
      : `it would have been sent at ${fullTime(fired.at)}, at ${price(fired.ratio)}${stopWords(fired)}${fired.confidence === 'likely' ? ' (likely: blocks are not recorded)' : ''}`;
  return [
    `${triggerWords(order, words)}, from ${fullTime(from)} to ${fullTime(to)}:`,
    outcome,
    `- ${counted(runs, 'run')}, ${unpriced} without a price; ${met} met the price, ${held} held until it is confirmed`,
    ...(nearest === undefined
      ? []
      : [`- closest at ${fullTime(nearest.at)}: ${price(nearest.ratio)}${stopWords(nearest)}`]),
  ];
}
