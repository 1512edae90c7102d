import type { ExecutionReport } from './execution-report.js';

/** Decimals of the two tokens, 0 to 38 each; undefined if unknown. */
export interface PairDecimals {
  readonly tokenIn: number | undefined;
  readonly tokenOut: number | undefined;
}

/** Dollars at the recorded prices. */
export interface ReportWorth {
  /** Unix seconds: time of the older of the two prices. */
  readonly at: number;
  readonly paid: number;
  readonly received: number;
  /** Quote when the order was placed − amount paid. Absent if no quote was at hand. */
  readonly shortfall?: number;
  /** Amount paid − quote when sent. Absent if another server sent the swap. */
  readonly surplus?: number;
}

const whole = (units: bigint, decimals: number): number => Number(units) / 10 ** decimals;

/** Output over input in whole tokens; undefined if decimals are unknown. */
export function pricePaid(
  { amountIn, executed }: ExecutionReport,
  decimals: PairDecimals,
): number | undefined {
  const { tokenIn, tokenOut } = decimals;
  if (tokenIn === undefined || tokenOut === undefined || amountIn === 0n) return undefined;
  return whole(executed, tokenOut) / whole(amountIn, tokenIn);
}

/** The report in dollars; undefined without prices or decimals of both tokens. */
export function worthOf(report: ExecutionReport, decimals: PairDecimals): ReportWorth | undefined {
  const { amountIn, executed, prices, shortfall, surplus } = report;
  const { tokenIn, tokenOut } = decimals;
  if (prices === undefined || tokenIn === undefined || tokenOut === undefined) return undefined;
  const bought = (units: bigint) => whole(units, tokenOut) * prices.tokenOut;
  return {
    at: prices.at,
    paid: whole(amountIn, tokenIn) * prices.tokenIn,
    received: bought(executed),
    ...(shortfall.total !== undefined && { shortfall: bought(shortfall.total) }),
    ...(surplus.overQuote !== undefined && { surplus: bought(surplus.overQuote) }),
  };
}
