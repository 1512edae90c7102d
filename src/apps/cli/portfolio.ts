import { print, printTable } from '../../adapters/terminal/index.js';
import type { FillsFile, Portfolio, PortfolioResults } from '../../sdk/client/index.js';
import { amountOf } from '../../sdk/words/token-words.js';
import { nameOf } from '../../sdk/words/token-names.js';
import { printJson, type JsonOption } from './result.js';
import { actingAs, openTrading, type TradingOptions } from './service/trading.js';
import { UsageError } from './usage-error.js';

interface PortfolioOptions extends TradingOptions, JsonOption {
  readonly results?: boolean;
  readonly csv?: FillsFile['format'];
  readonly plan?: string;
  readonly from?: Date;
  readonly to?: Date;
}

/** Prints what a wallet holds in dollars or, for its owner, the results of its fills. Returns the exit code. */
export async function portfolio(named: string | undefined, options: PortfolioOptions): Promise<number> {
  const { json = false, results = false, csv, plan, from, to } = options;
  const { client, wallet } = await openTrading(options);
  const address = named ?? wallet?.address;
  if (address === undefined) throw new UsageError('Name the wallet: its address, --wallet or --key-file.');
  const by = actingAs(options);
  const scope = { strategyId: plan };
  if (csv !== undefined) {
    process.stdout.write(
      await client.portfolio.exportFills(address, { format: csv, ...scope, from, to }, by),
    );
    return 0;
  }
  if (results) {
    const found = await client.portfolio.results(address, scope, by);
    if (json) printJson(found);
    else printResults(found);
    return 0;
  }
  const found = await client.balances.portfolio(address);
  if (json) printJson(found);
  else printHoldings(found);
  return 0;
}

function printHoldings(found: Portfolio): void {
  if (found.tokens.length === 0) return print('no token of this exchange');
  printTable(['token', 'wallet', 'to trade', 'price', '24 hours', 'worth'], found.tokens.map(rowOf));
  print('');
  print(
    `${dollars(found.valueUsd)} in all${found.isComplete ? '' : ', of what has a price and a known balance'}`,
  );
}

const UNKNOWN = 'unknown';

function rowOf({ token, wallet, copies, usd, change24h, valueUsd }: Portfolio['tokens'][number]): string[] {
  const amount = (balance: string | null) => (balance === null ? UNKNOWN : amountOf(balance, token));
  return [
    nameOf(token),
    amount(wallet),
    copies.map(({ balance }) => amount(balance)).join(', '),
    usd === null ? '' : dollars(usd),
    change24h === null ? '' : `${change24h.toFixed(2)}%`,
    valueUsd === null ? '' : dollars(valueUsd),
  ];
}

const RESULT_TITLES = [
  'token',
  'reserved',
  'bought',
  'average cost',
  'price',
  'unrealised',
  'realised',
  'sold without cost',
];

function printResults(found: PortfolioResults): void {
  if (found.tokens.length === 0) print('no fills and no open orders');
  else
    printTable(
      RESULT_TITLES,
      found.tokens.map((one) => {
        const { symbol = one.token.contractId, decimals = 0 } = one.token;
        const amount = (units: string) =>
          units === '0' ? '' : amountOf(units, { ...one.token, symbol, decimals });
        const optional = (usd: number | null) => (usd === null ? '' : dollars(usd));
        return [
          nameOf({ symbol }),
          amount(one.reserved),
          amount(one.quantity),
          optional(one.averageCostUsd),
          optional(one.usd),
          optional(one.unrealisedUsd),
          dollars(one.realisedUsd),
          amount(one.soldWithoutCost),
        ];
      }),
    );
  print('');
  print(
    `${dollars(found.realisedUsd)} realised, ${dollars(found.unrealisedUsd)} unrealised in ${found.fills} fills`,
  );
  if (found.unpricedFills > 0)
    print(`${found.unpricedFills} of them have no recorded price, and count in no result`);
  if (found.importedFills > 0)
    print(`${found.importedFills} orders that another exchange ran are not among them`);
  if (!found.isComplete) print('older fills are not counted');
}

const dollars = (usd: number): string =>
  `${usd < 0 ? '-' : ''}$${Number(Math.abs(usd).toPrecision(6)).toLocaleString('en-US')}`;
