import { own, T, type TokenSymbol } from './ids.js';
import { factsOf } from './tokens.js';

const CHECKED = 'the exchange’s published list of subnets that call blaze-v1';
const V2_SOURCE = 'published source of its contract';

const V1: Readonly<Record<string, TokenSymbol>> = {
  [own('charisma-token-subnet-v1')]: 'CHA',
  [own('welsh-token-subnet-v1')]: 'WELSH',
  [own('sbtc-token-subnet-v1')]: 'sBTC',
  [own('susdh-token-subnet-v1')]: 'sUSDh',
  [own('leo-token-subnet-v1')]: 'LEO',
  // There is no sublink: vaults that hold the copy itself pay its orders.
  [own('pepe-token-subnet-v1')]: 'PEPE',
  [own('hooter-the-owl-subnet')]: 'HOOT',
  [own('kangaroo-subnet')]: 'ROO',
  [own('nope-subnet')]: 'NOT',
  [own('usdh-token-v1-subnet')]: 'USDh',
  [own('skullcoin-stxcity-subnet')]: 'SKULL',
  [own('usda-token-subnet')]: 'USDA',
  [own('token-aeusdc-subnet')]: 'aeUSDC',
  [own('zest-token-subnet')]: 'ZEST',
  'SP2KGJEAZRDVK78ZWTRGSDE11A1VMZVEATNQFZ73C.world-peace-stacks-stxcity-subnet': 'WPS',
};

/** Each subnet of version 2 with its base and sublink. */
const V2 = [
  ['charisma-token-subnet-v2', 'CHA', 'charisma-sublink-v2'],
  ['welsh-token-subnet-v2', 'WELSH', 'welsh-sublink-v2'],
  ['sbtc-token-subnet-v2', 'sBTC', 'sbtc-sublink-v2'],
  ['stx-subnet-v2', 'STX', 'stx-sublink-v2'],
  ['aeusdc-token-subnet-v2', 'aeUSDC', 'aeusdc-sublink-v2'],
  ['hoot-token-subnet-v2', 'HOOT', 'hoot-sublink-v2'],
  ['leo-token-subnet-v2', 'LEO', 'leo-sublink-v2'],
  ['nope-token-subnet-v2', 'NOT', 'nope-sublink-v2'],
  ['pepe-token-subnet-v2', 'PEPE', 'pepe-sublink-v2'],
  ['roo-token-subnet-v2', 'ROO', 'roo-sublink-v2'],
  ['skull-token-subnet-v2', 'SKULL', 'skull-sublink-v2'],
  ['susdh-token-subnet-v2', 'sUSDh', 'susdh-sublink-v2'],
  ['usda-token-subnet-v2', 'USDA', 'usda-sublink-v2'],
  ['usdcx-token-subnet-v2', 'USDCx', 'usdcx-sublink-v2'],
  ['usdh-token-subnet-v2', 'USDh', 'usdh-sublink-v2'],
  ['wps-token-subnet-v2', 'WPS', 'wps-sublink-v2'],
  ['zest-token-subnet-v2', 'ZEST', 'zest-sublink-v2'],
] as const;

/** A subnet contract reports its base token's name, symbol and decimals. */
const subnet = (contractId: string, base: TokenSymbol, blaze: 'v1' | 'v2', source: string) => ({
  contractId,
  ...factsOf(base),
  type: 'SUBNET',
  base: T[base],
  blaze,
  source,
});

/** Every subnet whose base's asset id is known. The two copies of DMT are missing, because no source names DMT's asset. */
export const SUBNETS = [
  ...Object.entries(V1).map(([contractId, base]) => subnet(contractId, base, 'v1', CHECKED)),
  ...V2.map(([name, base]) => subnet(own(name), base, 'v2', V2_SOURCE)),
];

const sublink = (
  contractId: string,
  base: TokenSymbol,
  tokenB: string,
  version: 'v1' | 'v2',
  source: string,
) => ({
  contractId,
  kind: 'sublink',
  protocol: 'CHARISMA',
  tokenA: T[base],
  tokenB,
  name: `${factsOf(base).symbol} ${version} sublink`,
  symbol: `${factsOf(base).symbol}-${version}-LINK`.toUpperCase(),
  source,
});

const LISTED = 'published vault listing of the exchange';

/** All sublinks that a source names. For version 1, these are fewer than its subnets. */
export const SUBLINKS = [
  sublink(own('sub-link-vault-v7'), 'CHA', own('charisma-token-subnet-v1'), 'v1', LISTED),
  sublink(
    'SP1GQJNAM4E8287VMY51TE7A3855CR4P49QYYP9GS.welsh-sublink',
    'WELSH',
    own('welsh-token-subnet-v1'),
    'v1',
    LISTED,
  ),
  sublink(own('blaze-bitcoin'), 'sBTC', own('sbtc-token-subnet-v1'), 'v1', LISTED),
  sublink(own('stability-v1'), 'sUSDh', own('susdh-token-subnet-v1'), 'v1', LISTED),
  ...V2.map(([copy, base, name]) => sublink(own(name), base, own(copy), 'v2', V2_SOURCE)),
];
