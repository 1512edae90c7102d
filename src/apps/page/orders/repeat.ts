import type { Order } from '../../../sdk/client/index.js';
import { decimal } from '../../../sdk/signing/amounts.js';
import { percentText } from '../../../sdk/words/promise.js';
import { hasPriceTrigger } from '../../../sdk/words/order.js';

/**
 * Query of the swap form that is filled as the order is; undefined if a token is not listed. An order of a plan is repeated alone.
 *
 * @param decimalsOf decimals of a listed token.
 */
export function repeatQuery(
  order: Order,
  decimalsOf: (token: string) => number | undefined,
): Readonly<Record<string, string>> | undefined {
  const { inputToken, outputToken, amountIn, slippage } = order;
  const [sold, bought] = [decimalsOf(inputToken), decimalsOf(outputToken)];
  if (sold === undefined || bought === undefined) return undefined;
  return {
    sell: inputToken,
    buy: outputToken,
    amount: decimal(amountIn, sold),
    ...(slippage !== undefined && { slippage: percentText(String(slippage)).slice(0, -1) }),
    ...termsOf(order, bought),
  };
}

function termsOf(order: Order, bought: number): Readonly<Record<string, string>> {
  const { inputToken, minAmountOut = '0', direction, targetPrice = '0', trail, activationPrice } = order;
  const exitUnit = order.baseAsset === undefined || order.baseAsset === 'USD' ? 'usd' : 'buy';
  const least = minAmountOut === '0' ? undefined : decimal(minAmountOut, bought);
  if (trail?.bps !== undefined)
    return {
      ...{ kind: 'trail', trailPercent: String(trail.bps / 100), exitUnit },
      ...(activationPrice !== undefined && { trailFrom: activationPrice }),
    };
  if (!hasPriceTrigger(order))
    return least === undefined ? { kind: 'now' } : { kind: 'limit', amountOut: least };
  const isOfSold = order.role === 'stop' || order.role === 'target' || order.conditionToken === inputToken;
  if (!isOfSold && least !== undefined)
    return {
      ...{
        kind: 'limit',
        amountOut: least,
        triggerOn: order.conditionToken === order.outputToken ? 'buy' : 'sell',
      },
      ...{ triggerSide: direction === 'lt' ? 'below' : 'above', triggerPrice: targetPrice },
    };
  const [price, leastField] =
    direction === 'lt' ? ['stopPrice', 'stopLeast'] : ['targetPrice', 'targetLeast'];
  return {
    kind: 'exits',
    exitUnit,
    [price!]: targetPrice,
    ...(least !== undefined && { [leastField!]: least }),
  };
}
