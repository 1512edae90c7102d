import { isRecord, recordOf, recordsOf } from './expect.js';
import { call } from './client/http.js';
import { walletOf, type Chain, type Wallet } from './client/wallet.js';
import type { Bases, Keys, Trade } from './world.js';

type PartsOfTrade = { readonly [Name in keyof Trade]?: Trade[Name] | undefined };

/** Input of a run from its caller. Everything else is discovered on the exchange. */
export interface Given {
  readonly ownerKey?: string | undefined;
  readonly deployerKey?: string | undefined;
  readonly trade: PartsOfTrade;
  /** Whether the owner of `ownerKey` consents to a swap of about a dollar. */
  readonly swap: boolean;
}

/** Addresses of the five areas, as a server serves them below its own address by default. */
export const basesOf = (url: string): Bases => ({
  swap: `${url}/swap/api/v1`,
  prices: `${url}/prices/api/v1`,
  legacy: `${url}/invest/api/v1`,
  metadata: `${url}/metadata/api/v1`,
  vaults: `${url}/app`,
});

/** The chain of the exchange. On mainnet, contract ids begin with SP or SM. */
export async function chainOf({ vaults }: Bases): Promise<Chain> {
  const { text } = await call(`${vaults}/api/v0/vaults`);
  return /"S[PM][0-9A-Z]+\./.test(text) ? 'mainnet' : 'testnet';
}

/** Milliseconds by which the server's clock is ahead of this one, to the second: its Date header has no fractions. */
export async function clockAheadOf({ swap }: Bases): Promise<number> {
  const { headers } = await call(`${swap}/orders?limit=1`);
  const aheadMs = Date.parse(headers.get('date') ?? '') - Date.now();
  return Math.abs(aheadMs) > 2000 ? aheadMs : 0;
}

/** The keys for a run: those given, or else those that a development server publishes at /devnet. */
export async function keysOf(url: string, bases: Bases, chain: Chain, given: Given): Promise<Keys> {
  const published = await publishedKeys(url);
  const ownerKey = given.ownerKey ?? published.owner;
  const deployerKey = given.deployerKey ?? published.deployer ?? ownerKey;
  const owner = wallet(ownerKey, chain);
  const deployer = wallet(deployerKey, chain);
  const trade = await tradeOf(bases, given.trade);
  const maySwap = given.swap || (given.ownerKey === undefined && published.owner !== undefined);
  return { ...(owner && { owner }), ...(deployer && { deployer }), ...(trade && { trade }), maySwap };
}

const wallet = (key: string | undefined, chain: Chain): Wallet | undefined =>
  key === undefined ? undefined : walletOf(key, chain);

async function publishedKeys(url: string): Promise<{ owner?: string; deployer?: string }> {
  const { status, body } = await call(`${url}/devnet`);
  if (status !== 200 || !isRecord(body)) return {};
  const [first] = recordsOf(body['accounts'], 'accounts');
  const deployer = isRecord(body['deployer']) ? body['deployer'] : undefined;
  return {
    ...(first !== undefined && { owner: String(first['privateKey']) }),
    ...(deployer !== undefined && { deployer: String(deployer['privateKey']) }),
  };
}

const DOMAIN: Readonly<Record<string, string>> = { v1: 'v1.0', v2: 'v2.0' };
const DOLLAR = 1;

/** Terms of the run's orders: those given, completed from the exchange's registry if it publishes one; undefined if any is missing. */
async function tradeOf(bases: Bases, given: PartsOfTrade): Promise<Trade | undefined> {
  const found = await registryTrade(bases, given.inputToken);
  const { inputToken, outputToken, router, version } = { ...found, ...withoutGaps(given) };
  if (!inputToken || !outputToken || !router || !version) return undefined;
  const amountIn = given.amountIn ?? (await worthOfDollar(bases, inputToken));
  return amountIn === undefined ? undefined : { inputToken, outputToken, router, version, amountIn };
}

const withoutGaps = (given: PartsOfTrade): Partial<Trade> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

async function registryTrade(bases: Bases, wanted: string | undefined): Promise<Partial<Trade>> {
  const { status, body } = await call(`${bases.vaults}/api/v1/registry`);
  if (status !== 200 || !isRecord(body)) return {};
  const tokens = recordsOf(body['tokens'], 'tokens');
  const router = recordsOf(body['routers'], 'routers').find(({ payout }) => payout === 'signer');
  const copies = tokens.filter(
    ({ type, contractId }) => type === 'SUBNET' && [undefined, contractId].includes(wanted),
  );
  for (const { contractId, base, blaze } of copies) {
    const trade = {
      inputToken: String(contractId),
      version: DOMAIN[String(blaze)] ?? 'v1.0',
      router: String(router?.['id']),
    };
    for (const { contractId: out, type } of tokens) {
      if (type === 'SUBNET' || out === base) continue;
      if (await hasRoute(bases, trade.inputToken, String(out))) return { ...trade, outputToken: String(out) };
    }
  }
  return {};
}

async function hasRoute(bases: Bases, tokenIn: string, tokenOut: string): Promise<boolean> {
  const amount = await worthOfDollar(bases, tokenIn);
  if (amount === undefined) return false;
  const { status, body } = await call(
    `${bases.swap}/quote?tokenIn=${tokenIn}&tokenOut=${tokenOut}&amount=${amount}`,
  );
  return status === 200 && Number(recordOf(recordOf(body, 'body')['data'], 'data')['amountOut']) > 0;
}

async function worthOfDollar({ prices }: Bases, token: string): Promise<string | undefined> {
  const { status, body } = await call(`${prices}/prices/${token}`);
  if (status !== 200) return undefined;
  const { usd, decimals } = recordOf(body, 'body');
  return String(Math.ceil((DOLLAR / Number(usd)) * 10 ** Number(decimals)));
}
