import type { Order } from '../../../sdk/client/index.js';
import { decimal } from '../../../sdk/signing/amounts.js';
import { percentOfFraction } from '../../../sdk/words/promise.js';
import { hasPriceTrigger } from '../../../sdk/words/order.js';

interface Listed {
  readonly decimals: number;
  readonly base?: string;
}

/**
 * Query of the swap form that is filled as the order is; undefined if a token is not listed, or the form has no such order. An order of a plan is repeated alone.
 *
 * @param find a listed token.
 */
export function repeatQuery(
  order: Order,
  find: (token: string) => Listed | undefined,
): Readonly<Record<string, string>> | undefined {
  const { inputToken, outputToken, amountIn, slippage } = order;
  const [sold, bought] = [find(inputToken), find(outputToken)];
  if (sold === undefined || bought === undefined) return undefined;
  const terms = termsOf(order, sold, bought);
  if (terms === undefined) return undefined;
  return {
    sell: inputToken,
    buy: outputToken,
    amount: decimal(amountIn, sold.decimals),
    ...(slippage !== undefined && { slippage: percentOfFraction(String(slippage)) }),
    ...terms,
  };
}

/** Terms of the order in the form; undefined if the form has no such order. */
function termsOf(order: Order, sold: Listed, bought: Listed): Readonly<Record<string, string>> | undefined {
  const { inputToken, outputToken, conditionToken, minAmountOut = '0', baseAsset = 'USD' } = order;
  const { direction, targetPrice = '0', trail, activationPrice } = order;
  const least = minAmountOut === '0' ? undefined : decimal(minAmountOut, bought.decimals);
  if (conditionToken === undefined) return undefined;
  if (!hasPriceTrigger(order))
    return least === undefined ? { kind: 'now' } : { kind: 'limit', amountOut: least };
  const isOf = (token: string, { base }: Listed) => conditionToken === token || conditionToken === base;
  const isOfSold = isOf(inputToken, sold);
  const exitUnit =
    baseAsset === 'USD' ? 'usd' : [outputToken, bought.base].includes(baseAsset) ? 'buy' : undefined;
  if (isOfSold && exitUnit !== undefined) {
    if (trail?.bps !== undefined && direction === 'lt')
      return {
        ...{ kind: 'trail', trailPercent: String(trail.bps / 100), exitUnit },
        ...(activationPrice !== undefined && { trailFrom: activationPrice }),
      };
    if (trail !== undefined) return undefined;
    const [price, leastField] =
      direction === 'lt' ? (['stopPrice', 'stopLeast'] as const) : (['targetPrice', 'targetLeast'] as const);
    return {
      ...{ kind: 'exits', exitUnit, [price]: targetPrice },
      ...(least !== undefined && { [leastField]: least }),
    };
  }
  if (!isOf(outputToken, bought) || least === undefined || baseAsset !== 'USD' || trail !== undefined)
    return undefined;
  return {
    ...{ kind: 'limit', amountOut: least, triggerOn: 'buy', triggerPrice: targetPrice },
    triggerSide: direction === 'lt' ? 'below' : 'above',
  };
}
