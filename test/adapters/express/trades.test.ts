import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createApp, pricesArea, vaultsArea } from '../../../src/adapters/express/index.js';
import { positionOf, type ValuedTrade } from '../../../src/domain/trade/recorded-trade.js';
import type { Ports } from '../../../src/ports/index.js';
import { T0, txidOf } from '../../support/builders.js';
import { coreHarness } from '../../support/core-harness.js';
import { aPrice } from '../../support/price-runs.js';
import { responseCheck } from './described.js';

const T = T0.getTime() / 1000;
const DAY = 86_400;
const { check, notProduced } = responseCheck();

describe('recorded trades over HTTP', () => {
  let harness: ReturnType<typeof coreHarness>;
  let app: ReturnType<typeof createApp>;
  let ports: Ports;
  let vault: Ports['registry'] extends { current(): { vaults: readonly (infer V)[] } } ? V : never;
  const pool = () => ports.registry.current().vaults.find(({ kind }) => kind === 'pool')!;
  const trade = (
    n: number,
    forward: boolean,
    amounts: readonly [number, number],
    usd: number,
  ): ValuedTrade => ({
    txid: txidOf(n),
    place: 3,
    vault: vault.contractId,
    tokenIn: forward ? vault.tokenA : vault.tokenB,
    amountIn: BigInt(amounts[0]),
    tokenOut: forward ? vault.tokenB : vault.tokenA,
    amountOut: BigInt(amounts[1]),
    usd,
  });
  const block = (height: number, time: number, trades: readonly ValuedTrade[] = []) => ({
    height,
    hash: `${height}`,
    parentHash: `${height - 1}`,
    time,
    trades,
  });

  beforeEach(async () => {
    harness = coreHarness();
    ports = harness.ports;
    vault = pool();
    const { core, clock } = harness;
    const requestIds = () => 'an-id';
    app = createApp({
      areas: [pricesArea(core, { clock }), vaultsArea(core, { clock })],
      clock,
      requestIds,
      readiness: async () => ({ ready: true, reasons: [] }),
    });
    const prices = new Map([vault.tokenA, vault.tokenB].map((token) => [token, aPrice(2, 100_000)]));
    await ports.prices.record({ at: T0, btcUsd: 100_000, prices });
  });

  const record = async (since: number) => {
    await ports.trades.append(block(1, T - since));
    await ports.trades.append(block(2, T - 2 * DAY, [trade(1, true, [1_000, 500], 10)]));
    await ports.trades.append(
      block(3, T - 100, [trade(2, true, [2_000, 1_000], 20), trade(3, false, [600, 1_000], 6)]),
    );
  };
  const get = (path: string) => request(app).get(path);

  it('lists the trades of a token, newest first, page by page', async () => {
    await record(8 * DAY);
    const path = `/prices/api/v1/prices/${vault.tokenA}/trades`;
    const first = await get(`${path}?limit=2`);
    check(first);
    expect(first.body).toMatchObject({
      token: vault.tokenA,
      recordedSince: T - 8 * DAY,
      count: 2,
      trades: [
        { txid: txidOf(3), amountIn: '600', amountOut: '1000', usd: 6, blockHeight: 3, time: T - 100 },
        { txid: txidOf(2), amountIn: '2000', amountOut: '1000', usd: 20 },
      ],
      next: positionOf(3, 0),
    });
    const second = await get(`${path}?limit=2&before=${positionOf(3, 0)}`);
    expect(second.body).toMatchObject({ count: 1, trades: [{ txid: txidOf(1) }], next: null });
    expect((await get(path).set('If-None-Match', (await get(path)).headers['etag']!)).status).toBe(304);
  });

  it('refuses other tokens and pages', async () => {
    const unknown = await get('/prices/api/v1/prices/nothing/trades');
    check(unknown);
    expect(unknown.status).toBe(404);
    check(await get('/prices/api/v1/prices/%E0%A4%A/trades').expect(400));
    for (const query of ['limit=0', 'limit=201', 'limit=x', 'before=-1', 'limlt=3', 'befor=3'])
      check(await get(`/prices/api/v1/prices/${vault.tokenA}/trades?${query}`).expect(400));
  });

  it('adds volumes to candles of recorded times, and null to others', async () => {
    const history = `/prices/api/v1/prices/${vault.tokenA}/history?interval=1h`;
    expect((await get(history)).body).toMatchObject({ candles: [{ volumeUsd: null }] });
    await record(8 * DAY);
    harness.clock.advance(5_000);
    await ports.prices.record({
      at: new Date((T - 3_600) * 1_000),
      btcUsd: 100_000,
      prices: new Map([[vault.tokenA, aPrice(2, 100_000)]]),
    });
    await harness.core.prices.refresh();
    const response = await get(`${history}&limit=5`);
    expect(response.body).toMatchObject({
      candles: [
        { time: T - 3_600, volumeUsd: 26 },
        { time: T, volumeUsd: 0 },
      ],
    });
  });

  it('shows what each vault holds, trades and earns', async () => {
    const path = '/app/api/v1/vaults';
    const empty = await get(path);
    check(empty);
    expect(empty.body).toMatchObject({ recordedSince: null });
    await record(8 * DAY);
    harness.clock.advance(60_000);
    const { vaults } = (await get(path)).body as { vaults: Record<string, never>[] };
    const one = vaults.find(({ contractId }) => contractId === vault.contractId) as unknown as {
      tvlUsd: number;
      '24h': Record<string, number>;
      '7d': Record<string, number>;
    };
    expect(one['24h']).toMatchObject({ trades: 2, volumeUsd: 26 });
    expect(one['7d']).toMatchObject({ trades: 3, volumeUsd: 36 });
    expect(one['24h']['feesUsd']).toBeCloseTo((26 * vault.feePpm!) / 1e6);
    expect(one['24h']['yieldPercent']).toBeCloseTo((one['24h']['feesUsd']! * 365 * 100) / one.tvlUsd);
    expect(one['7d']['yieldPercent']).toBeCloseTo((one['7d']['feesUsd']! * 365 * 100) / 7 / one.tvlUsd);
  });

  it('gives no figures of a period of which blocks are missing', async () => {
    await record(3 * DAY);
    const { vaults } = (await get('/app/api/v1/vaults')).body as {
      vaults: { contractId: string; '24h': unknown; '7d': unknown }[];
    };
    const one = vaults.find(({ contractId }) => contractId === vault.contractId);
    expect(one).toMatchObject({ '24h': { trades: 2 }, '7d': null });
  });

  it('shows the market of each vault as CoinGecko reads it', async () => {
    await record(8 * DAY);
    const response = await get('/prices/api/v1/tickers');
    check(response);
    const tickers = response.body as readonly Record<string, unknown>[];
    const ticker = tickers.find(({ pool_id }) => pool_id === vault.contractId)!;
    const { tokens } = ports.registry.current();
    const unit = (id: string) => 10 ** tokens.find(({ contractId }) => contractId === id)!.decimals;
    const [a, b] = [unit(vault.tokenA), unit(vault.tokenB)];
    expect(ticker).toMatchObject({
      ticker_id: `${vault.tokenA}_${vault.tokenB}`,
      base_currency: vault.tokenA,
      target_currency: vault.tokenB,
      base_volume: 3_000 / a,
      target_volume: 1_600 / b,
    });
    const scale = a / b;
    expect(ticker['last_price']).toBeCloseTo(0.6 * scale, 12);
    expect(ticker['high']).toBeCloseTo(0.6 * scale, 12);
    expect(ticker['low']).toBeCloseTo(0.5 * scale, 12);
    expect(ticker['bid'] as number).toBeLessThan(ticker['ask'] as number);
    expect(tickers.every(({ pool_id }) => !String(pool_id).includes('sublink'))).toBe(true);
  });

  it('is refused while the vaults cannot be read', async () => {
    const { core, clock } = coreHarness();
    const away = async () => ({ ok: false, error: { kind: 'chain-unreachable', reason: 'no' } }) as never;
    const broken = createApp({
      areas: [
        pricesArea({ ...core, trades: { ...core.trades, tickers: away } }, { clock }),
        vaultsArea({ vaults: { ...core.vaults, figures: away } }, { clock }),
      ],
      clock,
      requestIds: () => 'an-id',
      readiness: async () => ({ ready: true, reasons: [] }),
    });
    check(await request(broken).get('/prices/api/v1/tickers').expect(500));
    check(await request(broken).get('/app/api/v1/vaults').expect(500));
    expect(notProduced(['listTrades', 'listTickers', 'vaultFigures'])).toEqual([]);
  });
});
