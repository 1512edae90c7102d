import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pc from 'picocolors';
import { print } from '../../adapters/terminal/index.js';
import type { Client, Quote } from '../../sdk/client/index.js';
import type { Token } from '../../domain/market/registry.js';
import { isSpendable, placeOrder, settledOrder, traderOf, type Swap } from './market/exchange.js';
import { readDevnet } from './service/service.js';
import { nameOf } from '../../sdk/words/token-names.js';
import { amountOf } from '../../sdk/words/token-words.js';

export interface DemoOptions {
  readonly url?: string;
  readonly devnet?: string;
  readonly from?: string;
  readonly to: string;
  readonly amount?: string;
  readonly slippage: string;
}

const colour = pc.createColors(process.stdout.isTTY === true && pc.isColorSupported);
const LABEL = 10;
const step = (name: string, text: string) =>
  print(
    `${name.padEnd(LABEL)} ${text}`,
    (line) => `${colour.cyan(line.slice(0, LABEL))}${line.slice(LABEL)}`,
  );

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

/** Swaps tokens with a demo wallet. Returns the exit code: 0 when the wallet received at least what the quote promised. */
async function swap(options: DemoOptions, url: string, devnetUrl = url): Promise<number> {
  const devnet = await readDevnet(devnetUrl);
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
  const trader = traderOf(url, devnet, wallet);
  const quote = await quoteOf(trader.client, options.slippage, { sell, buy, amount });
  const uuid = await placeOrder(trader, devnet, { sell, buy, amount });
  step('placed', uuid);
  step('sent', (await trader.client.orders.execute(uuid)).txid);

  const order = await settledOrder(trader, uuid);
  const { status = '', failureReason, executedAmountOut = '0' } = order ?? {};
  step(status, failureReason ?? amountOf(executedAmountOut, buy));
  const { accounts } = await readDevnet(devnetUrl);
  const after = accounts.find(({ address }) => address === wallet.address);
  const change = (token: Token): bigint => {
    const [before, now] = [wallet, after].map((account) => BigInt(account?.balances[token.contractId] ?? 0));
    step('balance', `${amountOf(before!, token)} → ${amountOf(now!, token)}`);
    return now! - before!;
  };
  change(sell);
  const received = change(buy);
  if (status === 'confirmed' && received >= BigInt(quote.minimumReceived ?? 0)) {
    print(`received ${amountOf(received, buy)}, within the quote's slippage`, colour.green);
    return 0;
  }
  print(`received ${received} units, less than ${quote.minimumReceived}`, colour.red);
  return 1;
}

const isNamed = ({ symbol, contractId }: Token, name: string): boolean =>
  symbol === name || contractId === name;

async function quoteOf(client: Client, slippage: string, { sell, buy, amount }: Swap): Promise<Quote> {
  const quote = await client.quotes.get({
    tokenIn: sell.contractId,
    tokenOut: buy.contractId,
    amount,
    slippage: Number(slippage),
  });
  if (quote.reason !== undefined) throw new Error(`no route: ${quote.reason}`);
  step('quote', `${amountOf(amount, sell)} buys ${amountOf(quote.amountOutExact, buy)}`);
  const names = quote.path.map(nameOf);
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
