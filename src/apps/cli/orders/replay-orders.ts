import { print } from '../../../adapters/terminal/index.js';
import type { Replay } from '../../../sdk/client/index.js';
import { triggerWords, type StatedOrder } from '../../../sdk/words/order.js';
import { replayWords } from '../../../sdk/words/replay.js';
import { fullTime } from '../../../sdk/words/times.js';
import { plainWords, type TokenWords } from '../../../sdk/words/token-words.js';
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
  const { outcome, details } = replayWords(order, replay, words);
  return [
    `${triggerWords(order, words)}, from ${fullTime(replay.from)} to ${fullTime(replay.to)}:`,
    outcome,
    ...details.map((detail) => `- ${detail}`),
  ];
}
