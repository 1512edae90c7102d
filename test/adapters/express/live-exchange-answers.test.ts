import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createApp, legacyArea, swapArea, vaultsArea } from '../../../src/adapters/express/index.js';
import { memoryPorts } from '../../../src/adapters/memory/index.js';
import { createSignatureVerifier } from '../../../src/adapters/stacks/signatures/signature-verifier.js';
import { NodeHasher, NodeSecretSource } from '../../../src/adapters/system/index.js';
import { createCore } from '../../../src/application/core.js';
import type { Registry, Token } from '../../../src/domain/market/registry.js';
import type { ConfirmedOrder } from '../../../src/domain/order/order.js';
import type { Address } from '../../../src/domain/shared/address.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { toUnits, type Units } from '../../../src/domain/shared/units.js';
import type { Reserves, Vault } from '../../../src/domain/vault/vault.js';
import { aConfirmedOrder, aQuote, T0 } from '../../support/builders.js';
import { fixedClock } from '../../support/fixed-clock.js';

/*
 * Example responses that the live exchange has published, over a registry with their tokens and vaults. The responses
 * of this server contain every published field with the published value.
 */
const EXCHANGE = 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS' as Address;
const STX = '.stx' as ContractId;
const ROO = 'SP2C1WREHGM75C7TGFAEJPFKTFTEGZKF6DFT6E2GE.kangaroo' as ContractId;
const USDH = 'SPN5AKG35QZSK2M8GAMR4AFX45659RJHDW353HSG.usdh-token-v1' as ContractId;
const CHA = `${EXCHANGE}.charisma-token` as ContractId;
const SBTC = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token' as ContractId;
const SBTC_SUBNET = `${EXCHANGE}.sbtc-token-subnet-v1` as ContractId;
const WELSH_SUBNET = `${EXCHANGE}.welsh-token-subnet-v1` as ContractId;
const VELAR = `${EXCHANGE}.velar-stx-roo` as ContractId;
const AOE = 'SP2D5BGGJ956A635JG7CJQ59FTRFRB0893514EZPJ.age-of-empires' as ContractId;

const PUBLISHED_QUOTE = {
  path: [
    { contractId: STX, symbol: 'STX', decimals: 6 },
    { contractId: ROO, symbol: '$ROO', decimals: 6 },
  ],
  hops: [
    {
      vault: { contractId: VELAR, name: 'Velar STX-ROO', protocol: 'VELAR', fee: 3000 },
      opcode: 0,
      quote: { amountIn: 1000000, amountOut: 245259764 },
    },
  ],
  amountIn: 1000000,
  amountOut: 245259764,
};

const PUBLISHED_ORDER = {
  owner: EXCHANGE,
  inputToken: SBTC_SUBNET,
  outputToken: WELSH_SUBNET,
  amountIn: '1000',
  recipient: EXCHANGE,
  uuid: 'df531665-1de2-49bd-8ac1-41113eb8bdd4',
  router: `${EXCHANGE}.x-multihop-v1`,
  status: 'confirmed',
  createdAt: '2026-09-29T02:39:29.384Z',
  metadata: {
    quote: {
      amountIn: 1000,
      amountOut: 6064569478,
      timestamp: '2026-09-29T02:39:44.553Z',
      slippage: 0.01,
    },
  },
  txid: '0ada3d8f224d40f701c26bccff508f7b36868bb55f086d605ecbba597cddcccd',
  blockHeight: 9085381,
  blockTime: 1790649599,
  confirmedAt: '2026-09-29T02:40:13.825Z',
};

const PUBLISHED_VAULT = {
  contractId: AOE,
  name: 'Age of Empires',
  symbol: 'AOE',
  decimals: 6,
  identifier: 'AOE',
  fee: 10000,
  liquidity: [
    { contractId: USDH, identifier: 'usdh', symbol: 'USDh', decimals: 8, reserves: 561983632 },
    { contractId: CHA, identifier: 'charisma', symbol: 'CHA', decimals: 6, reserves: 8906881 },
  ],
  supply: 10000000,
  externalPoolId: '',
  engineContractId: '',
};

const PUBLISHED_PRICE = {
  usdPrice: 0.46840046942724306,
  sbtcRatio: 4.732463543469713e-6,
  totalLiquidity: 1522682.35,
};

const token = (
  contractId: ContractId,
  symbol: string,
  identifier: string,
  more: Partial<Token> = {},
): Token => ({
  contractId,
  symbol,
  name: symbol,
  decimals: 6,
  identifier,
  ...more,
});

const vault = (
  of: Pick<Vault, 'contractId' | 'tokenA' | 'tokenB' | 'feePpm' | 'name' | 'symbol'>,
): Vault => ({
  kind: 'pool',
  protocol: of.contractId === VELAR ? 'VELAR' : 'CHARISMA',
  ...of,
});

/** WELSH's subnet has left the registry since the order was confirmed. */
const REGISTRY: Registry = {
  network: 'mainnet',
  routers: [],
  wstx: `${EXCHANGE}.wstx` as ContractId,
  sbtc: SBTC,
  verifier: { v1: `${EXCHANGE}.blaze-v1` as ContractId, v2: `${EXCHANGE}.blaze-v2` as ContractId },
  tokens: [
    token(STX, 'STX', 'STX'),
    token(ROO, '$ROO', 'kangaroo'),
    token(USDH, 'USDh', 'usdh', { decimals: 8 }),
    token(CHA, 'CHA', 'charisma', { image: 'https://charisma.rocks/charisma-logo-square.png' }),
    token(SBTC, 'sBTC', 'sbtc-token', { decimals: 8 }),
    token(SBTC_SUBNET, 'sBTC', 'sbtc-token', { decimals: 8, type: 'SUBNET', base: SBTC, blaze: 'v1' }),
  ],
  vaults: [
    vault({
      contractId: VELAR,
      tokenA: STX,
      tokenB: ROO,
      feePpm: 3000,
      name: 'Velar STX-ROO',
      symbol: 'VSR',
    }),
    vault({
      contractId: AOE,
      tokenA: USDH,
      tokenB: CHA,
      feePpm: 10000,
      name: 'Age of Empires',
      symbol: 'AOE',
    }),
  ],
  blocked: [],
};

const held = (reserveA: bigint, reserveB: bigint, supply: bigint): Reserves => ({
  reserveA: toUnits(reserveA),
  reserveB: toUnits(reserveB),
  supply: toUnits(supply),
  readAt: T0,
});

const units = (amount: number): Units => toUnits(BigInt(amount));

const CONFIRMED: ConfirmedOrder = aConfirmedOrder(
  {
    uuid: PUBLISHED_ORDER.uuid as ConfirmedOrder['terms']['uuid'],
    owner: EXCHANGE,
    recipient: EXCHANGE,
    inputToken: SBTC_SUBNET,
    outputToken: WELSH_SUBNET,
    amountIn: toUnits(1000n),
    router: PUBLISHED_ORDER.router as ContractId,
  },
  {
    createdAt: new Date(PUBLISHED_ORDER.createdAt),
    txid: PUBLISHED_ORDER.txid as ConfirmedOrder['txid'],
    blockHeight: PUBLISHED_ORDER.blockHeight,
    blockTime: PUBLISHED_ORDER.blockTime,
    confirmedAt: new Date(PUBLISHED_ORDER.confirmedAt),
    quote: aQuote({
      amountIn: toUnits(1000n),
      amountOut: units(PUBLISHED_ORDER.metadata.quote.amountOut),
      quotedAt: new Date(PUBLISHED_ORDER.metadata.quote.timestamp),
      path: [SBTC_SUBNET, WELSH_SUBNET],
    }),
  },
);

async function anExchange() {
  const clock = fixedClock(T0);
  // 997,000 units of STX after the fee buy the published output.
  const ports = {
    ...memoryPorts({
      registry: REGISTRY,
      reserves: new Map([
        [VELAR, held(997_000_000_000n, 245_259_764n * 1_000_001n, 1n)],
        [AOE, held(561983632n, 8906881n, 10000000n)],
      ]),
    }),
    clock,
    hasher: new NodeHasher(),
    secrets: new NodeSecretSource(),
    signatures: createSignatureVerifier(),
  };
  await ports.orders.insert(CONFIRMED);
  const price = { usd: PUBLISHED_PRICE.usdPrice, sbtc: PUBLISHED_PRICE.sbtcRatio };
  const recorded = { ...price, liquidityUsd: PUBLISHED_PRICE.totalLiquidity, roundTripLoss: 3 };
  await ports.prices.record({ at: T0, btcUsd: 99_095.63, prices: new Map([[CHA, recorded]]) });
  const core = createCore(ports);
  const legacy = { clock, registry: ports.registry, ping: async () => undefined };
  return createApp({
    areas: [swapArea(core, { clock }), vaultsArea(core, { clock }), legacyArea(core, legacy)],
    clock,
    requestIds: () => 'made',
    readiness: async () => ({ ready: true, reasons: [] }),
  });
}

const get = async (path: string) => {
  const response = await request(await anExchange()).get(path);
  expect(response.status).toBe(200);
  return response.body as { data: Record<string, unknown> };
};

describe('the published responses of the live exchange', () => {
  it('contain a quote, with its tokens as objects and its reserves as numbers', async () => {
    const { data } = await get(`/swap/api/v1/quote?tokenIn=.stx&tokenOut=${ROO}&amount=1000000`);
    expect(data).toMatchObject(PUBLISHED_QUOTE);
    const [stx, roo] = PUBLISHED_QUOTE.path.map((published) => ({ ...published, type: 'SIP10' }));
    expect(data).toMatchObject({
      path: [stx, roo],
      hops: [
        {
          tokenIn: stx,
          tokenOut: roo,
          vault: { type: 'POOL', decimals: 6, symbol: 'VSR', externalPoolId: '', tokenA: stx, tokenB: roo },
        },
      ],
    });
    expect(data).toMatchObject({
      hops: [{ vault: { reservesA: 997_000_000_000, reservesB: 245_259_764 * 1_000_001 } }],
    });
  });

  it('contain an order, with its path as token objects, also of tokens that have left the registry', async () => {
    const { data } = await get(`/swap/api/v1/orders/${PUBLISHED_ORDER.uuid}`);
    expect(data).toMatchObject(PUBLISHED_ORDER);
    expect(data).toMatchObject({
      metadata: {
        quote: {
          path: [
            { contractId: SBTC_SUBNET, symbol: 'sBTC', decimals: 8, type: 'SUBNET', base: SBTC },
            { contractId: WELSH_SUBNET },
          ],
        },
      },
    });
  });

  it('contain a vault, with empty texts for the contracts that it does not have', async () => {
    const { data } = await get('/app/api/v0/vaults');
    expect(data['vaults']).toContainEqual(expect.objectContaining({ contractId: AOE }));
    const [, listed] = data['vaults'] as [object, object];
    expect(listed).toMatchObject(PUBLISHED_VAULT);
  });

  it('contain a legacy price, with the fields that clients read', async () => {
    const { data } = await get(`/invest/api/v1/prices/${CHA}`);
    expect(data).toMatchObject({
      ...PUBLISHED_PRICE,
      tokenId: CHA,
      symbol: 'CHA',
      image: 'https://charisma.rocks/charisma-logo-square.png',
      isLpToken: false,
      marketPrice: PUBLISHED_PRICE.usdPrice,
      intrinsicValue: PUBLISHED_PRICE.usdPrice,
    });
  });
});
