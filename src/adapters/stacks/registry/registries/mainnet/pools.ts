import { own, T, type TokenSymbol } from './ids.js';

const HOPS = 'published examples and transactions of the exchange; the fee fits real hops';
const DEPLOYED = 'the source of its deployed contract';
const CONFIGURED = 'the exchange’s published pool configuration';

interface Pool {
  readonly contractId: string;
  readonly tokens: readonly [TokenSymbol, TokenSymbol];
  /** Absent if no source has it: it is then read from the chain. */
  readonly feePpm?: number;
  readonly name: string;
  readonly symbol: string;
  readonly source: string;
}

/** The exchange's own constant-product pools. */
const OWN: readonly Pool[] = [
  {
    contractId: own('satoshis-private-key'),
    tokens: ['sBTC', 'STX'],
    feePpm: 100,
    name: 'Satoshi’s Private Key',
    symbol: 'sBTC-STX',
    source: `${CONFIGURED}; the fee fits real hops`,
  },
  {
    contractId: own('charismatic-flow'),
    tokens: ['STX', 'CHA'],
    feePpm: 15_000,
    name: 'Charismatic Flow',
    symbol: 'SXC',
    source: HOPS,
  },
  {
    contractId: own('welsh-community-lp'),
    tokens: ['STX', 'WELSH'],
    feePpm: 20_000,
    name: 'Welsh Community LP',
    symbol: 'STX-WELSH',
    source: HOPS,
  },
  {
    contractId: own('charismatic-corgi-liquidity'),
    tokens: ['CHA', 'WELSH'],
    feePpm: 50_000,
    name: 'Charismatic Corgi Liquidity',
    symbol: 'CORGI',
    source: HOPS,
  },
  {
    contractId: own('welsh-susdh-amm-lp-v1'),
    tokens: ['WELSH', 'sUSDh'],
    feePpm: 10_000,
    name: 'WELSH-sUSDh Liquidity',
    symbol: 'WELSH-sUSDh',
    source: HOPS,
  },
  {
    contractId: 'SP2D5BGGJ956A635JG7CJQ59FTRFRB0893514EZPJ.age-of-empires',
    tokens: ['USDh', 'CHA'],
    feePpm: 10_000,
    name: 'Age of Empires',
    symbol: 'AOE',
    source: HOPS,
  },
  {
    contractId: 'SP15WAVKQNT241YVCGQMJS777E17H9TS96M21Q5DX.sexy-pepe',
    tokens: ['STX', 'PEPE'],
    feePpm: 6_900,
    name: 'Sexy Pepe',
    symbol: 'PEPE69',
    source: HOPS,
  },
  {
    contractId: 'SP2KGJEAZRDVK78ZWTRGSDE11A1VMZVEATNQFZ73C.world-peace-sbtc-v1',
    tokens: ['sBTC', 'WPS'],
    feePpm: 10_000,
    name: 'World Peace sBTC',
    symbol: 'sBTC-WPS',
    source: HOPS,
  },
  {
    contractId: own('president-pepe-lp'),
    tokens: ['CHA', 'PEPE'],
    feePpm: 20_000,
    name: 'President Pepe LP',
    symbol: 'CHA-PEPE',
    source: CONFIGURED,
  },
  {
    contractId: own('anonymous-welsh-cvlt'),
    tokens: ['sBTC', 'WELSH'],
    feePpm: 25_000,
    name: 'ANONYMOUS WELSH CVLT',
    symbol: 'CVLT',
    source: CONFIGURED,
  },
  {
    contractId: 'SPGYCP878RYFVT03ZT8TWGPKNYTSQB1578VVXHGE.upgraded-shark',
    tokens: ['CHA', 'SHARK'],
    feePpm: 50_000,
    name: 'Upgraded Shark',
    symbol: 'upS',
    source: CONFIGURED,
  },
  {
    contractId: own('stx-hoot-lp-token'),
    tokens: ['STX', 'HOOT'],
    feePpm: 20_000,
    name: 'STX HOOT LP Token',
    symbol: 'SHOOT',
    source: CONFIGURED,
  },
  {
    contractId: own('dungeon-master-liquidity'),
    tokens: ['STX', 'DMG'],
    feePpm: 50_000,
    name: 'Dungeon Master Liquidity',
    symbol: 'DML',
    source: DEPLOYED,
  },
  {
    contractId: own('dexterity-pool-v1'),
    tokens: ['CHA', 'DMG'],
    feePpm: 50_000,
    name: 'Dexterity',
    symbol: 'DEX',
    source: CONFIGURED,
  },
];

/** Pools that pay part of the input as a fee: they are no constant product, so never of kind `pool`. */
const FEE_PAYING = [
  {
    contractId: 'SP1KMAA7TPZ5AZZ4W67X74MJNFKMN576604CWNBQS.stxshark',
    kind: 'pool',
    protocol: 'CHARISMA',
    tokenA: T.STX,
    tokenB: T.SHARK,
    feePpm: 50_000,
    name: 'STX-SHARK LP Token',
    symbol: 'STX-SHARK',
    source: DEPLOYED,
  },
  {
    contractId: 'SP6SA6BTPNN5WDAWQ7GWJF1T5E2KWY01K9SZDBJQ.pepe-faktory-pool',
    kind: 'pool',
    protocol: 'CHARISMA',
    tokenA: T.sBTC,
    tokenB: T.PEPE,
    feePpm: 10_000,
    name: 'Pepe Faktory Pool',
    symbol: 'PEPE-FAKTORY',
    source: DEPLOYED,
  },
];

export const POOLS = [
  ...OWN.map(({ tokens: [a, b], ...pool }) => ({
    kind: 'pool',
    protocol: 'CHARISMA',
    tokenA: T[a],
    tokenB: T[b],
    ...pool,
  })),
  ...FEE_PAYING,
];
