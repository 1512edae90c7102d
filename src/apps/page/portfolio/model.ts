import type { Holding, PortfolioResults, Portfolio } from '../../../sdk/client/index.js';

type Result = PortfolioResults['tokens'][number];

/** Holding of a token, with the result of the wallet's orders for it. */
export interface HoldingRow {
  readonly contractId: string;
  /** Balance outside of trading, smallest units; null if unknown. */
  readonly wallet: bigint | null;
  /** Balance from which orders are paid; null if a part of it is unknown; undefined if the token has none of its own. */
  readonly trading: bigint | null | undefined;
  /** The largest of the balances from which orders are paid, and the last of equal ones: older versions come first. */
  readonly copy: { readonly contractId: string; readonly balance: bigint | null } | undefined;
  readonly usd: number | null;
  /** Percent. */
  readonly change24h: number | null;
  readonly valueUsd: number | null;
  /** Part of the value of all tokens, 0 to 1; undefined without a value. */
  readonly share: number | undefined;
  /** Result of its orders; undefined before the owner has shown it, or if they never traded the token. */
  readonly result: Result | undefined;
}

/** The tokens of a wallet, most valuable first, followed by those that its orders have sold out of. */
export function holdingRows(
  { tokens, valueUsd: total }: Portfolio,
  results: PortfolioResults | undefined,
): readonly HoldingRow[] {
  const resultOf = new Map(results?.tokens.map((result) => [result.token.contractId, result]));
  const held = tokens.map((holding): HoldingRow => {
    const { token, wallet, copies, usd, change24h, valueUsd } = holding;
    return {
      contractId: token.contractId,
      wallet: wallet === null ? null : BigInt(wallet),
      trading: tradingOf(holding),
      copy: copies
        .map(({ contractId, balance }) => ({
          contractId,
          balance: balance === null ? null : BigInt(balance),
        }))
        .reduce<HoldingRow['copy']>(
          (most, copy) => ((copy.balance ?? 0n) >= (most?.balance ?? 0n) ? copy : most),
          undefined,
        ),
      ...{ usd, change24h, valueUsd },
      share: valueUsd === null || total === 0 ? undefined : valueUsd / total,
      result: resultOf.get(token.contractId),
    };
  });
  const known = new Set(held.map(({ contractId }) => contractId));
  const gone = [...resultOf.values()].filter(
    ({ token, realisedUsd }) => !known.has(token.contractId) && realisedUsd !== 0,
  );
  return [...held, ...gone.map(soldOut)];
}

const soldOut = (result: Result): HoldingRow => ({
  ...{ contractId: result.token.contractId, wallet: 0n, trading: undefined, copy: undefined },
  ...{ usd: result.usd, change24h: null, valueUsd: 0, share: undefined, result },
});

function tradingOf({ copies }: Holding): bigint | null | undefined {
  if (copies.length === 0) return undefined;
  return copies.reduce<bigint | null>(
    (sum, { balance }) => (sum === null || balance === null ? null : sum + BigInt(balance)),
    0n,
  );
}

/** Sum of what is known of both balances, smallest units; null if nothing is. */
export const balanceOf = ({ wallet, trading }: HoldingRow): bigint | null =>
  wallet === null && (trading ?? null) === null ? null : (wallet ?? 0n) + (trading ?? 0n);

/** Change of a wallet's value because prices changed. */
export interface DayChange {
  readonly usd: number;
  readonly percent: number;
}

/** Change in worth over 24 hours of the tokens that are held now; undefined if no token has a price of a day ago. */
export function dayChange(rows: readonly HoldingRow[]): DayChange | undefined {
  let [now, before] = [0, 0];
  for (const { valueUsd, change24h } of rows) {
    if (valueUsd === null || change24h === null || change24h <= -100) continue;
    now += valueUsd;
    before += valueUsd / (1 + change24h / 100);
  }
  return before === 0 ? undefined : { usd: now - before, percent: (now / before - 1) * 100 };
}

/** Worth in dollars of what open orders take if they are sent, as far as prices are known. */
export const reservedUsd = ({ tokens }: PortfolioResults): number =>
  tokens.reduce(
    (sum, { reserved, usd, token }) => sum + (Number(reserved) / 10 ** (token.decimals ?? 0)) * (usd ?? 0),
    0,
  );

/** Direction of a move between the wallet and the balance from which orders are paid. */
export type Direction = 'deposit' | 'withdraw';

interface Moved {
  /** Trading balance before the move, smallest units. */
  readonly before: bigint;
  readonly amount: bigint;
  /** Trading balance now. */
  readonly now: bigint;
}

/** Whether a trading balance shows that a move is mined. */
export const hasArrived = (direction: Direction, { before, amount, now }: Moved): boolean =>
  direction === 'deposit' ? now >= before + amount : now <= before - amount;
