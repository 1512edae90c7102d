import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pc from 'picocolors';
import { signOrder, signRequest } from './adapters/stacks/wallet.js';

// A wallet at the command line: signs one order, follows it to its confirmation, and checks what arrived.

const { values: options } = parseArgs({
  options: {
    url: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    amount: { type: 'string' },
    slippage: { type: 'string', default: '0.01' },
  },
});
const colour = pc.createColors(process.stdout.isTTY === true);
const print = (line = '') => process.stdout.write(`${line}\n`);
const step = (name: string, text: string) => print(`${colour.cyan(name.padEnd(10))} ${text}`);

interface Token {
  contractId: string;
  symbol: string;
  decimals: number;
  type?: string;
  blaze?: 'v1' | 'v2';
}
interface Devnet {
  accounts: { address: string; privateKey: string; balances: Record<string, string> }[];
  tokens: Token[];
  routers: { id: string; payout: string }[];
}
interface Quote {
  path: Token[];
  hops: { vault: { name: string }; tokenIn: string; tokenOut: string }[];
  amountOutExact: string;
  minimumReceived: string;
  priceImpact: number;
  reason?: string;
}
interface Order {
  uuid: string;
  status: string;
  txid?: string;
  executedAmountOut?: string;
  failureReason?: string;
}

async function ask<T>(url: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) });
  const body = (await answer.json()) as T & { error?: string; details?: unknown };
  if (!answer.ok)
    throw new Error(`${answer.status} ${body.error ?? ''} ${JSON.stringify(body.details ?? '')}`);
  return body;
}

/** Starts a server with a database in memory and reads its address off its log. */
async function startServer(): Promise<{ url: string; server: ChildProcess }> {
  const entry = new URL('./server.js', import.meta.url).pathname;
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

const wholeTokens = (units: string, { decimals, symbol }: Token) => {
  const digits = units.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${whole}${rest && `.${rest}`} ${symbol}`;
};

async function waitUntilSettled(swap: string, uuid: string): Promise<Order> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const { data } = await ask<{ data: Order }>(`${swap}/orders/${uuid}`);
    if (data.status === 'confirmed' || data.status === 'failed' || data.status === 'cancelled') return data;
    if (Date.now() > deadline) throw new Error(`the order is still ${data.status} after two minutes`);
    await pause(200);
  }
}

async function run(url: string): Promise<boolean> {
  const swap = `${url}/swap/api/v1`;
  const devnet = await ask<Devnet>(`${url}/devnet`);
  const [wallet] = devnet.accounts;
  const router = devnet.routers.find(({ payout }) => payout === 'signer');
  const bySymbol = (symbol: string) =>
    devnet.tokens.find((token) => token.symbol === symbol || token.contractId === symbol);
  const tokenIn =
    options.from === undefined ? devnet.tokens.find(({ type }) => type === 'SUBNET') : bySymbol(options.from);
  const tokenOut = bySymbol(options.to ?? 'sBTC');
  if (!wallet || !router || !tokenIn?.blaze || !tokenOut)
    throw new Error('the devnet has no such wallet, router or tokens');
  const amountIn = options.amount ?? 10n ** BigInt(tokenIn.decimals + 1);

  step('wallet', wallet.address);
  const query = new URLSearchParams({
    tokenIn: tokenIn.contractId,
    tokenOut: tokenOut.contractId,
    amount: amountIn.toString(),
    slippage: options.slippage,
  });
  const { data: quote } = await ask<{ data: Quote }>(`${swap}/quote?${query.toString()}`);
  if (quote.reason !== undefined) throw new Error(`no route: ${quote.reason}`);
  step(
    'quote',
    `${wholeTokens(amountIn.toString(), tokenIn)} buys ${wholeTokens(quote.amountOutExact, tokenOut)}`,
  );
  step(
    'path',
    quote.path.map(({ symbol, type }) => (type === 'SUBNET' ? `${symbol} (subnet)` : symbol)).join(' → '),
  );
  step('vaults', quote.hops.map(({ vault }) => vault.name).join(', '));

  const uuid = randomUUID();
  const toSign = {
    network: 'devnet',
    blaze: tokenIn.blaze,
    inputToken: tokenIn.contractId,
    router: router.id,
    uuid,
  } as const;
  const order = {
    uuid,
    owner: wallet.address,
    recipient: wallet.address,
    inputToken: tokenIn.contractId,
    outputToken: tokenOut.contractId,
    amountIn: amountIn.toString(),
    router: router.id,
    signature: signOrder({ ...toSign, amountIn: BigInt(amountIn) }, wallet.privateKey),
  };
  const json = { 'content-type': 'application/json' };
  await ask(`${swap}/orders/new`, { method: 'POST', headers: json, body: JSON.stringify(order) });
  step('placed', uuid);

  const { now } = await ask<{ now: number }>(`${url}/time`);
  const headers = signRequest(
    { action: 'execute_order', uuid, timestamp: now },
    { ...wallet, network: 'devnet' },
  );
  const { txid } = await ask<{ txid: string }>(`${swap}/orders/${uuid}/execute`, { method: 'POST', headers });
  step('sent', txid);

  const settled = await waitUntilSettled(swap, uuid);
  step(settled.status, settled.failureReason ?? wholeTokens(settled.executedAmountOut ?? '0', tokenOut));
  const after = (await ask<Devnet>(`${url}/devnet`)).accounts.find(
    ({ address }) => address === wallet.address,
  );
  const change = (token: Token) => {
    const [before = '0', now = '0'] = [wallet.balances[token.contractId], after?.balances[token.contractId]];
    step('balance', `${wholeTokens(before, token)} → ${wholeTokens(now, token)}`);
    return BigInt(now) - BigInt(before);
  };
  change(tokenIn);
  const received = change(tokenOut);
  const enough = settled.status === 'confirmed' && received >= BigInt(quote.minimumReceived);
  print(
    enough
      ? colour.green(`received ${wholeTokens(received.toString(), tokenOut)}, within the quote's slippage`)
      : colour.red(`received ${received} units, less than ${quote.minimumReceived}`),
  );
  return enough;
}

const own = options.url === undefined ? await startServer() : undefined;
try {
  process.exitCode = (await run((options.url ?? own?.url ?? '').replace(/\/$/, ''))) ? 0 : 1;
} catch (error) {
  print(colour.red(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
} finally {
  own?.server.kill('SIGTERM');
}
