import type { PricedToken, PriceList } from '../../../application/prices/price-list.js';

/** A token's price as JSON, made once for as long as the price is the same. */
export function priceText(token: PricedToken, { sparkline }: { readonly sparkline: boolean }): string {
  const texts = sparkline ? withSparkline : withoutSparkline;
  let text = texts.get(token);
  if (text === undefined) {
    text = JSON.stringify(describePrice(token, sparkline));
    texts.set(token, text);
  }
  return text;
}

const withSparkline = new WeakMap<PricedToken, string>();
const withoutSparkline = new WeakMap<PricedToken, string>();

/** These tokens of the list in its envelope. What is not known, as before the first run, is null. */
export function priceListText(
  { run }: PriceList,
  tokens: readonly PricedToken[],
  options: { readonly sparkline: boolean },
): string {
  const envelope = {
    btcUsd: run?.btcUsd ?? null,
    updatedAt: run?.at.toISOString() ?? null,
    count: tokens.length,
  };
  const texts = tokens.map((token) => priceText(token, options));
  return `${JSON.stringify(envelope).slice(0, -1)},"tokens":[${texts.join(',')}]}`;
}

/** Prices are for a whole token, liquidity in dollars, change and loss in percent. */
function describePrice(token: PricedToken, withSparkline: boolean): object {
  const { about, usd, sbtc, change, liquidityUsd, roundTripLoss, thin, stale, updatedAt, sparkline } = token;
  const { contractId, symbol, name, image, decimals, type, base } = about;
  return {
    contractId,
    symbol,
    name,
    ...(image !== undefined && { image }),
    decimals,
    ...(type !== undefined && { type }),
    ...(base !== undefined && { base }),
    usd,
    sbtc,
    change,
    liquidityUsd,
    roundTripLoss,
    thin,
    updatedAt: updatedAt.toISOString(),
    stale,
    ...(withSparkline && { sparkline }),
  };
}
