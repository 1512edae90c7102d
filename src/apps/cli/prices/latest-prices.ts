import { print, printTable } from '../../../adapters/terminal/index.js';
import type { TokenPrice } from '../../../sdk/client/index.js';
import { NothingFound } from '../nothing-found.js';
import { printJson, type JsonOption } from '../result.js';
import { openClient, type ServerOption } from '../service/service.js';
import { nameOf } from '../../../sdk/words/token-names.js';

export type LatestOptions = ServerOption & JsonOption;

/**
 * Reads a running server's prices. Returns the exit code.
 *
 * @throws NothingFound if a named token has no price.
 */
export async function latestPrices(
  names: readonly string[],
  { url, json = false }: LatestOptions,
): Promise<number> {
  const list = await openClient({ url }).prices.list();
  const isNamed = ({ contractId, symbol }: TokenPrice, name: string) =>
    contractId === name || symbol.toLowerCase() === name.toLowerCase();
  const tokens = list.tokens.filter(
    (price) => names.length === 0 || names.some((name) => isNamed(price, name)),
  );
  const unknown = names.filter((name) => !tokens.some((price) => isNamed(price, name)));
  if (json) printJson({ ...list, count: tokens.length, tokens });
  else if (tokens.length > 0) printPrices(tokens);
  else if (names.length === 0) print('no price has been recorded yet');
  if (unknown.length > 0) throw new NothingFound(`no price of ${unknown.join(', ')}`);
  return 0;
}

const printPrices = (tokens: readonly TokenPrice[]): void =>
  printTable(
    ['token', 'usd', '24h', 'liquidity usd', 'recorded at', 'contract'],
    tokens.map(({ symbol, type, usd, change, liquidityUsd, updatedAt, stale, contractId }) => [
      nameOf({ symbol, type }),
      usd.toPrecision(6),
      change['24h'] === null ? '-' : `${change['24h'].toFixed(2)}%`,
      Math.round(liquidityUsd).toString(),
      `${updatedAt}${stale ? ' (old)' : ''}`,
      contractId,
    ]),
  );
