import { own, T, type TokenSymbol } from './ids.js';

const HOPS = 'published examples and transactions of the exchange; the fee fits real hops';
const DEPLOYED = 'the source of its deployed contract';
const CONFIGURED = 'the exchange’s published pool configuration';

const pool = (
  contractId: string,
  name: string,
  symbol: string,
  [a, b]: readonly [TokenSymbol, TokenSymbol],
  feePpm: number,
  source: string,
) => ({
  kind: 'pool',
  protocol: 'CHARISMA',
  tokenA: T[a],
  tokenB: T[b],
  contractId,
  feePpm,
  name,
  symbol,
  source,
});

/** The exchange's own pools. */
export const POOLS = [
  pool(
    own('satoshis-private-key'),
    'Satoshi’s Private Key',
    'sBTC-STX',
    ['sBTC', 'STX'],
    100,
    `${CONFIGURED}; the fee fits real hops`,
  ),
  pool(own('charismatic-flow'), 'Charismatic Flow', 'SXC', ['STX', 'CHA'], 15_000, HOPS),
  pool(own('welsh-community-lp'), 'Welsh Community LP', 'STX-WELSH', ['STX', 'WELSH'], 20_000, HOPS),
  pool(
    own('charismatic-corgi-liquidity'),
    'Charismatic Corgi Liquidity',
    'CORGI',
    ['CHA', 'WELSH'],
    50_000,
    HOPS,
  ),
  pool(
    own('welsh-susdh-amm-lp-v1'),
    'WELSH-sUSDh Liquidity',
    'WELSH-sUSDh',
    ['WELSH', 'sUSDh'],
    10_000,
    HOPS,
  ),
  pool(
    'SP2D5BGGJ956A635JG7CJQ59FTRFRB0893514EZPJ.age-of-empires',
    'Age of Empires',
    'AOE',
    ['USDh', 'CHA'],
    10_000,
    HOPS,
  ),
  pool(
    'SP15WAVKQNT241YVCGQMJS777E17H9TS96M21Q5DX.sexy-pepe',
    'Sexy Pepe',
    'PEPE69',
    ['STX', 'PEPE'],
    6_900,
    HOPS,
  ),
  pool(
    'SP2KGJEAZRDVK78ZWTRGSDE11A1VMZVEATNQFZ73C.world-peace-sbtc-v1',
    'World Peace sBTC',
    'sBTC-WPS',
    ['sBTC', 'WPS'],
    10_000,
    HOPS,
  ),
  pool(own('president-pepe-lp'), 'President Pepe LP', 'CHA-PEPE', ['CHA', 'PEPE'], 20_000, CONFIGURED),
  pool(own('anonymous-welsh-cvlt'), 'ANONYMOUS WELSH CVLT', 'CVLT', ['sBTC', 'WELSH'], 25_000, CONFIGURED),
  pool(
    'SPGYCP878RYFVT03ZT8TWGPKNYTSQB1578VVXHGE.upgraded-shark',
    'Upgraded Shark',
    'upS',
    ['CHA', 'SHARK'],
    50_000,
    CONFIGURED,
  ),
  pool(own('stx-hoot-lp-token'), 'STX HOOT LP Token', 'SHOOT', ['STX', 'HOOT'], 20_000, CONFIGURED),
  pool(own('dungeon-master-liquidity'), 'Dungeon Master Liquidity', 'DML', ['STX', 'DMG'], 50_000, DEPLOYED),
  pool(own('dexterity-pool-v1'), 'Dexterity', 'DEX', ['CHA', 'DMG'], 50_000, CONFIGURED),
  pool(
    'SP1KMAA7TPZ5AZZ4W67X74MJNFKMN576604CWNBQS.stxshark',
    'STX-SHARK LP Token',
    'STX-SHARK',
    ['STX', 'SHARK'],
    50_000,
    DEPLOYED,
  ),
  pool(
    'SP6SA6BTPNN5WDAWQ7GWJF1T5E2KWY01K9SZDBJQ.pepe-faktory-pool',
    'Pepe Faktory Pool',
    'PEPE-FAKTORY',
    ['sBTC', 'PEPE'],
    10_000,
    DEPLOYED,
  ),
];
