import { printResult, type JsonOption } from '../result.js';
import { actingAs, openTrading, type TradingOptions } from '../service/trading.js';

/** Arms, renews or disarms the timer that ends the caller's open orders; shows it without a number of seconds. */
export async function cancelAfter(
  seconds: number | undefined,
  options: TradingOptions & JsonOption,
): Promise<number> {
  const { orders } = (await openTrading(options)).client;
  const timer =
    seconds === undefined
      ? await orders.cancelTimer(actingAs(options))
      : await orders.cancelAfter(seconds, actingAs(options));
  const { scope, firesAt, firedAt, isEnding } = timer;
  const whose = scope === 'owner' ? 'all open orders' : 'the open orders that the key may cancel';
  return printResult({ timer }, options, () => [
    firesAt === null ? 'not armed' : `${whose} end at ${firesAt} unless this is renewed`,
    ...(firedAt === null ? [] : [`fired at ${firedAt}${isEnding ? ', and still ending orders' : ''}`]),
  ]);
}
