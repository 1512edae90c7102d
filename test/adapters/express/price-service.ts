import { once } from 'node:events';
import { createServer, request as rawRequest, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createApp,
  legacyArea,
  pricesArea,
  type AppOptions,
  type EmbedFiles,
} from '../../../src/adapters/express/index.js';
import { memoryPorts } from '../../../src/adapters/memory/index.js';
import { createSignatureVerifier } from '../../../src/adapters/stacks/signatures/signature-verifier.js';
import { NodeHasher, NodeSecretSource } from '../../../src/adapters/system/index.js';
import { createCore, type Core } from '../../../src/application/core.js';
import { GRID_SECONDS, type Price } from '../../../src/domain/price-series/price.js';
import type { Registry, Token } from '../../../src/domain/market/registry.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import type { BtcPriceSource, Ports } from '../../../src/ports/index.js';
import { AN_OWNER, T0 } from '../../support/builders.js';
import { fixedClock, type FixedClock } from '../../support/fixed-clock.js';
import { aPrice } from '../../support/price-runs.js';

const id = (name: string) => `${AN_OWNER}.${name}` as ContractId;

export const SBTC = id('sbtc');
export const WELSH = id('welsh');
export const CHA = id('charisma-token');
export const WELSH_SUBNET = id('welsh-subnet');
export const NEVER_PRICED = id('never-priced');
/** Another token with the symbol of {@link NEVER_PRICED}. */
export const NAMESAKE = id('namesake');

const token = (contractId: ContractId, symbol: string, more: Partial<Token> = {}): Token => ({
  contractId,
  symbol,
  name: `${symbol} token`,
  decimals: 6,
  identifier: 'token',
  ...more,
});

const vault = { protocol: 'TEST', name: 'vault', symbol: 'V', feePpm: 3000 };

const REGISTRY: Registry = {
  network: 'devnet',
  routers: [],
  wstx: id('wstx'),
  sbtc: SBTC,
  verifier: { v1: id('verifier-v1'), v2: id('verifier-v2') },
  tokens: [
    token(WELSH, 'WELSH', { image: 'https://example.org/welsh.png' }),
    token(SBTC, 'sBTC', { decimals: 8 }),
    token(CHA, 'CHA'),
    token(WELSH_SUBNET, 'WELSH', { type: 'SUBNET', base: WELSH, blaze: 'v1' }),
    token(NEVER_PRICED, 'NEVER'),
  ],
  vaults: [
    { ...vault, contractId: id('welsh-cha'), kind: 'pool', tokenA: WELSH, tokenB: CHA },
    { ...vault, contractId: id('sbtc-cha'), kind: 'pool', tokenA: SBTC, tokenB: CHA },
    { ...vault, contractId: id('sublink'), kind: 'sublink', tokenA: WELSH, tokenB: WELSH_SUBNET },
  ],
  blocked: [],
};

const WITH_NAMESAKE: Registry = { ...REGISTRY, tokens: [...REGISTRY.tokens, token(NAMESAKE, 'NEVER')] };

export const BTC_USD = 100_000;

/** The default prices, the most liquid first. */
export const PRICES: ReadonlyMap<ContractId, Price> = new Map([
  [SBTC, aPrice(BTC_USD, BTC_USD, { sbtc: 1, liquidityUsd: 5000, roundTripLoss: 0 })],
  [CHA, aPrice(0.25, BTC_USD, { liquidityUsd: 4000, roundTripLoss: 30 })],
  [WELSH, aPrice(0.1 + 0.2, BTC_USD, { liquidityUsd: 3000, roundTripLoss: 1.25 })],
  [WELSH_SUBNET, aPrice(0.1 + 0.2, BTC_USD, { liquidityUsd: 2000, roundTripLoss: null })],
]);

export interface PriceService {
  readonly app: RequestListener;
  readonly core: Core;
  readonly ports: Ports;
  readonly clock: FixedClock;
  /** Records a run at the newest grid point before now, and refreshes the cache. */
  readonly record: (prices?: ReadonlyMap<ContractId, Price>) => Promise<void>;
  /** Whether the source of the bitcoin price and the database respond. */
  readonly world: { btcAnswers: boolean; databaseAnswers: boolean };
}

export interface PriceServiceOptions extends Partial<AppOptions> {
  readonly requestsPerMinute?: number;
  readonly embed?: EmbedFiles;
  /** Whether {@link NAMESAKE} is registered. Default false. */
  readonly withNamesake?: boolean;
}

/** The prices and the legacy area over the real core and memory, at T0, with nothing recorded. */
export function aPriceService({
  requestsPerMinute,
  embed,
  withNamesake = false,
  ...app
}: PriceServiceOptions = {}): PriceService {
  const clock = fixedClock(T0);
  const world = { btcAnswers: true, databaseAnswers: true };
  const source: BtcPriceSource = {
    name: 'kraken',
    read: async () =>
      world.btcAnswers
        ? ok({ usd: BTC_USD, at: clock.now() })
        : err({ kind: 'source-failed', reason: 'no answer in time' }),
  };
  const ports: Ports = {
    ...memoryPorts({ registry: withNamesake ? WITH_NAMESAKE : REGISTRY, btcSources: [source] }),
    clock,
    hasher: new NodeHasher(),
    secrets: new NodeSecretSource(),
    signatures: createSignatureVerifier(),
  };
  const core = createCore(ports);
  const ping = async () => {
    if (!world.databaseAnswers) throw new Error('connection refused: 10.0.0.7');
  };
  const record = async (prices = PRICES) => {
    const at = new Date(Math.floor(clock.now().getTime() / 1000 / GRID_SECONDS) * GRID_SECONDS * 1000);
    const recorded = await ports.prices.record({ at, btcUsd: BTC_USD, prices });
    if (!recorded.ok) throw new Error('there is a run at that time already');
    await core.prices.refresh();
  };
  const legacy = {
    registry: ports.registry,
    ping,
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
  };
  const areas = [pricesArea(core, { clock, embed }), legacyArea(core, { clock, ...legacy })];
  const options = {
    areas,
    clock,
    requestIds: () => 'made',
    readiness: async () => ({ ready: true, reasons: [] }),
  };
  return { app: createApp({ ...options, ...app }), core, ports, clock, record, world };
}

/** The same with one run recorded. */
export async function aPricedService(options?: PriceServiceOptions): Promise<PriceService> {
  const service = aPriceService(options);
  await service.record();
  return service;
}

export const PRICES_API = '/prices/api/v1';
export const LEGACY_API = '/invest/api/v1';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Sends no default headers and returns the raw bytes. */
export async function ask(
  app: RequestListener,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    return await new Promise((resolve, reject) => {
      const req = rawRequest({ port, host: '127.0.0.1', path, method, headers, agent: false }, (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('end', () =>
          resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks) }),
        );
        res.on('error', reject);
      });
      req.on('error', reject).end();
    });
  } finally {
    server.close();
  }
}
