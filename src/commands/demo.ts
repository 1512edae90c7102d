import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pc from 'picocolors';
import { print } from '../adapters/terminal/index.js';
import {
  executeOrder,
  isSpendable,
  placeOrder,
  settledOrder,
  type Devnet,
  type Swap,
} from './market/exchange.js';
import { request } from './request.js';
import { labelOf, wholeTokens } from './service/token-text.js';
import type { Token } from '../domain/market/registry.js';

export interface DemoOptions {
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

const colour = pc.createColors(process.stdout.isTTY === true);
const step = (name: string, text: string) => print(`${colour.cyan(name.padEnd(10))} ${text}`);

/** Starts a server with a database in memory and reads its address from its log. */
async function startServer() {
  const entry = fileURLToPath(new URL('../sluice.js', import.meta.url));
  const env = { PATH: '', PORT: '0', DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'info' };
  const server = spawn(process.execPath, [entry, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let last: string | undefined;
  for await (const line of createInterface({ input: server.stdout })) {
    const { msg, url } = JSON.parse(line) as { readonly msg: string; readonly url?: string };
    last = msg;
    if (msg !== 'listening' || url === undefined) continue;
    server.stdout.resume();
    return { url, server };
  }
  throw new Error(`the server did not start: ${last ?? 'it printed nothing'}`);
}

/** Returns the exit code: 0 when the wallet received at least what the quote promised. */
async function swap(options: DemoOptions, url: string, devnetUrl = url): Promise<number> {
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
  const quote = await quoteOf(url, options.slippage, { sell, buy, amount });
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

async function quoteOf(url: string, slippage: string, { sell, buy, amount }: Swap): Promise<Quote> {
  const query = new URLSearchParams({
    tokenIn: sell.contractId,
    tokenOut: buy.contractId,
    amount: amount.toString(),
    slippage,
  });
  const { data: quote } = await request<{ data: Quote }>(`${url}/swap/api/v1/quote?${query.toString()}`);
  if (quote.reason !== undefined) throw new Error(`no route: ${quote.reason}`);
  step('quote', `${wholeTokens(amount, sell)} buys ${wholeTokens(quote.amountOutExact, buy)}`);
  const names = quote.path.map(labelOf);
  step('path', names.join(' → '));
  step('vaults', quote.hops.map(({ vault }) => vault.name).join(', '));
  return quote;
}

/** Signs one order with a demo wallet, follows it to its confirmation, and checks what arrived. */
export async function demo(options: DemoOptions): Promise<number> {
  if (options.url !== undefined) return swap(options, options.url, options.devnet);
  const { url, server } = await startServer();
  try {
    return await swap(options, url);
  } finally {
    server.kill('SIGTERM');
  }
}
