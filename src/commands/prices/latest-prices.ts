import { print, printTable } from '../../adapters/terminal/index.js';
import { request } from '../request.js';
import { labelOf } from '../token-text.js';
import { asJson, type JsonOption } from '../result.js';

export interface LatestOptions extends JsonOption {
  /** Address of the server without a trailing slash. */
  readonly url: string;
}

interface Price {
  readonly contractId: string;
  readonly symbol: string;
  /** Present on a subnet copy, which has the price of its token. */
  readonly type?: 'SUBNET';
  readonly usd: number;
  readonly change: Readonly<Record<'24h', number | null>>;
  readonly liquidityUsd: number;
  readonly updatedAt: string;
  readonly stale: boolean;
}

interface PriceList {
  readonly btcUsd: number;
  readonly tokens: readonly Price[];
}

/** Reads a running server's prices. Returns the exit code: 1 when a token that was named has no price. */
export async function latestPrices(
  names: readonly string[],
  { url, json = false }: LatestOptions,
): Promise<number> {
  const list = await request<PriceList>(`${url}/prices/api/v1/prices`);
  const isNamed = ({ contractId, symbol }: Price, name: string) =>
    contractId === name || symbol.toLowerCase() === name.toLowerCase();
  const tokens = list.tokens.filter(
    (price) => names.length === 0 || names.some((name) => isNamed(price, name)),
  );
  const unknown = names.filter((name) => !tokens.some((price) => isNamed(price, name)));
  if (json) print(asJson({ ...list, count: tokens.length, tokens }));
  else if (tokens.length > 0) printPrices(tokens);
  else if (names.length === 0) print('no price has been recorded yet');
  if (unknown.length > 0) throw new Error(`no price of ${unknown.join(', ')}`);
  return 0;
}

const printPrices = (tokens: readonly Price[]): void =>
  printTable(
    ['token', 'usd', '24h', 'liquidity usd', 'recorded at', 'contract'],
    tokens.map(({ symbol, type, usd, change, liquidityUsd, updatedAt, stale, contractId }) => [
      type === undefined ? symbol : labelOf({ symbol, type }),
      usd.toPrecision(6),
      change['24h'] === null ? '-' : `${change['24h'].toFixed(2)}%`,
      Math.round(liquidityUsd).toString(),
      `${updatedAt}${stale ? ' (old)' : ''}`,
      contractId,
    ]),
  );
