#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { program } from 'commander';
import pc from 'picocolors';
import { print, runProgram } from '../adapters/terminal/index.js';
import {
  executeOrder,
  isSpendable,
  placeOrder,
  request,
  settledOrder,
  type Devnet,
} from './market/exchange.js';
import type { Token } from '../domain/market/registry.js';

// Signs one order with a demo wallet, follows it to its confirmation, and checks what arrived.

interface Options {
  readonly url?: string;
  readonly devnet?: string;
  readonly from?: string;
  readonly to: string;
  readonly amount?: string;
  readonly slippage: string;
}

interface Quote {
  readonly path: readonly Token[];
  readonly hops: readonly { readonly vault: { readonly name: string } }[];
  readonly amountOutExact: string;
  readonly minimumReceived: string;
  readonly reason?: string;
}

program
  .name('demo')
  .description('Swaps with a demo wallet of a devnet server and checks the amount received.')
  .option('--url <url>', 'a running devnet server; without it the demo starts one')
  .option(
    '--devnet <url>',
    'the node interface of a devnet in mainnet’s dress that the server at --url is on',
  )
  .option('--from <token>', 'symbol or contract id of the token to sell; the first subnet token by default')
  .option('--to <token>', 'symbol or contract id of the token to buy', 'sBTC')
  .option('--amount <units>', 'smallest units to sell; ten whole tokens by default')
  .option('--slippage <fraction>', 'largest loss against the quote, 0 to 0.5', '0.01');
program.parse();

const options = program.opts<Options>();
const colour = pc.createColors(process.stdout.isTTY === true);
const step = (name: string, text: string) => print(`${colour.cyan(name.padEnd(10))} ${text}`);

/** Starts a server with a database in memory and reads its address from its log. */
async function startServer() {
  const entry = new URL('../server.js', import.meta.url).pathname;
  const env = { PATH: '', PORT: '0', DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'info' };
  const server = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: server.stdout })) {
    const { url } = JSON.parse(line) as { url?: string };
    if (url === undefined) continue;
    server.stdout.resume();
    return { url, server };
  }
  throw new Error('the server ended before it listened');
}

function wholeTokens(units: bigint | string, { decimals, symbol }: Token): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${whole}${rest && `.${rest}`} ${symbol}`;
}

/** Returns the exit code: 0 when the wallet received at least what the quote promised. */
async function swap(url: string, devnetUrl = url): Promise<number> {
  const devnet = await request<Devnet>(`${devnetUrl}/devnet`);
  const [wallet] = devnet.accounts;
  const { from } = options;
  const sell = devnet.tokens.find((token) =>
    from === undefined ? token.type === 'SUBNET' : isNamed(token, from),
  );
  const buy = devnet.tokens.find((token) => isNamed(token, options.to));
  if (!wallet || !sell || !isSpendable(sell) || !buy)
    throw new Error('the devnet has no such wallet or tokens');
  const amount = BigInt(options.amount ?? 10n ** BigInt(sell.decimals + 1));

  step('wallet', wallet.address);
  const quote = await quoteOf(url, sell, buy, amount);
  const uuid = await placeOrder(url, devnet, wallet, { sell, buy, amount });
  step('placed', uuid);
  step('sent', await executeOrder(url, devnet, wallet, uuid));

  const order = await settledOrder(url, uuid);
  const { status = '', failureReason, executedAmountOut = '0' } = order ?? {};
  step(status, failureReason ?? wholeTokens(executedAmountOut, buy));
  const { accounts } = await request<Devnet>(`${devnetUrl}/devnet`);
  const after = accounts.find(({ address }) => address === wallet.address);
  const change = (token: Token): bigint => {
    const [before, now] = [wallet, after].map((account) => BigInt(account?.balances[token.contractId] ?? 0));
    step('balance', `${wholeTokens(before!, token)} → ${wholeTokens(now!, token)}`);
    return now! - before!;
  };
  change(sell);
  const received = change(buy);
  if (status === 'confirmed' && received >= BigInt(quote.minimumReceived)) {
    print(colour.green(`received ${wholeTokens(received, buy)}, within the quote's slippage`));
    return 0;
  }
  print(colour.red(`received ${received} units, less than ${quote.minimumReceived}`));
  return 1;
}

const isNamed = ({ symbol, contractId }: Token, name: string): boolean =>
  symbol === name || contractId === name;

async function quoteOf(url: string, sell: Token, buy: Token, amount: bigint): Promise<Quote> {
  const query = new URLSearchParams({
    tokenIn: sell.contractId,
    tokenOut: buy.contractId,
    amount: amount.toString(),
    slippage: options.slippage,
  });
  const { data: quote } = await request<{ data: Quote }>(`${url}/swap/api/v1/quote?${query.toString()}`);
  if (quote.reason !== undefined) throw new Error(`no route: ${quote.reason}`);
  step('quote', `${wholeTokens(amount, sell)} buys ${wholeTokens(quote.amountOutExact, buy)}`);
  const names = quote.path.map(({ symbol, type }) => (type === 'SUBNET' ? `${symbol} (subnet)` : symbol));
  step('path', names.join(' → '));
  step('vaults', quote.hops.map(({ vault }) => vault.name).join(', '));
  return quote;
}

await runProgram(async () => {
  const [given, devnet] = [options.url, options.devnet].map((each) => each?.replace(/\/$/, ''));
  if (given !== undefined) return swap(given, devnet);
  if (devnet !== undefined) throw new Error('--devnet needs the server that is on it: --url');
  const { url, server } = await startServer();
  try {
    return await swap(url);
  } finally {
    server.kill('SIGTERM');
  }
});
