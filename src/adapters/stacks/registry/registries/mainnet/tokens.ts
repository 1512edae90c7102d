import { T, type TokenSymbol } from './ids.js';

interface Facts {
  readonly name: string;
  readonly decimals: number;
  readonly identifier: string;
  readonly source: string;
  /** Symbol of the token, if it is not a plain word and therefore differs from the key. */
  readonly symbol?: string;
}

const LISTED = 'published examples and transactions of the exchange';
const CONTRACT = 'published source of its contract';
const WALLETS = 'asset id and decimals of published wallet token lists';
/** Source of tokens whose decimals come from the exchange's table of subnets, and whose identifier comes from wallets. */
const SUBNET_TABLE = 'the exchange’s published table of subnets; asset id of published wallet token lists';

const FACTS: Readonly<Record<TokenSymbol, Facts>> = {
  STX: { name: 'Stacks Token', decimals: 6, identifier: 'STX', source: LISTED },
  sBTC: { name: 'sBTC', decimals: 8, identifier: 'sbtc-token', source: LISTED },
  CHA: { name: 'Charisma', decimals: 6, identifier: 'charisma', source: LISTED },
  WELSH: { name: 'Welshcorgicoin', decimals: 6, identifier: 'welshcorgicoin', source: LISTED },
  PEPE: { name: 'Pepe Coin', decimals: 3, identifier: 'tokensoft-token', source: LISTED },
  USDh: { name: 'Hermetica USDh', decimals: 8, identifier: 'usdh', source: LISTED },
  sUSDh: { name: 'Hermetica sUSDh', decimals: 8, identifier: 'susdh', source: SUBNET_TABLE },
  aeUSDC: { name: 'aeUSDC', decimals: 6, identifier: 'aeUSDC', source: LISTED },
  USDCx: { name: 'USDCx', decimals: 6, identifier: 'usdcx-token', source: LISTED },
  USDA: { name: 'USDA', decimals: 6, identifier: 'usda', source: SUBNET_TABLE },
  DIKO: { name: 'Arkadiko Token', decimals: 6, identifier: 'diko', source: WALLETS },
  ROO: { symbol: '$ROO', name: 'Kangaroo', decimals: 6, identifier: 'kangaroo', source: LISTED },
  LEO: { name: 'LEO Token', decimals: 6, identifier: 'leo', source: SUBNET_TABLE },
  ZEST: { name: 'ZEST', decimals: 6, identifier: 'zest', source: SUBNET_TABLE },
  WPS: { name: 'World Peace Stacks', decimals: 6, identifier: 'WPS', source: SUBNET_TABLE },
  SHARK: { name: 'SHARK', decimals: 6, identifier: 'SHARK', source: WALLETS },
  NOT: { name: 'Nothing', decimals: 0, identifier: 'NOT', source: SUBNET_TABLE },
  SKULL: { name: 'Skullcoin', decimals: 6, identifier: 'SKULL', source: SUBNET_TABLE },
  HOOT: { name: 'Hooter the Owl', decimals: 6, identifier: 'hooter', source: CONTRACT },
  DMG: {
    name: 'Charisma Governance',
    decimals: 6,
    identifier: 'charisma',
    source: 'the exchange’s published pool configuration',
  },
  xBTC: { name: 'Wrapped Bitcoin', decimals: 8, identifier: 'wrapped-bitcoin', source: LISTED },
  pBTC: { name: 'Pontis Bitcoin', decimals: 8, identifier: 'bridge-token', source: LISTED },
  stSTX: { name: 'Stacked STX', decimals: 6, identifier: 'ststx', source: WALLETS },
  ALEX: { name: 'ALEX Token', decimals: 8, identifier: 'alex', source: WALLETS },
  LiALEX: { name: 'Liquid ALEX', decimals: 8, identifier: 'auto-alex-v3', source: WALLETS },
  aBTC: { name: 'aBTC', decimals: 8, identifier: 'bridged-btc', source: WALLETS },
  sUSDT: { name: 'sUSDT', decimals: 8, identifier: 'bridged-usdt', source: WALLETS },
  SAI: { name: 'SatoshAI', decimals: 6, identifier: 'satoshai', source: WALLETS },
};

/** Returns the facts about a token by its symbol. A subnet copy has the same name, symbol, decimals and identifier. */
export const factsOf = (symbol: TokenSymbol) => ({ symbol, ...FACTS[symbol] });

export const TOKENS = (Object.keys(FACTS) as TokenSymbol[]).map((symbol) => ({
  contractId: T[symbol],
  ...factsOf(symbol),
}));
