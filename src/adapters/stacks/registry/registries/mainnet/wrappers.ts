import { ARKADIKO_WSTX, HOLDERS, own, T, type TokenSymbol } from './ids.js';

/** Properties that the wrappers of one kind of pool share. */
interface Wrapper {
  readonly kind: string;
  readonly protocol: string;
  readonly feePpm?: number;
  readonly stxWrapper?: string;
  readonly forwardsInputFee?: boolean;
}

/** The pool's own maths, by exchange. A kind becomes routable by its line here. */
const VELAR: Wrapper = { kind: 'velar', protocol: 'VELAR', forwardsInputFee: true };
const ARKADIKO: Wrapper = { kind: 'arkadiko', protocol: 'ARKADIKO', feePpm: 3_000 };
/** Wrapper of a pool whose fees the server reads from the pool's own data. */
const BITFLOW_XYK: Wrapper = { kind: 'bitflow-xyk', protocol: 'BITFLOW' };
const BITFLOW_STABLESWAP: Wrapper = { kind: 'bitflow-stableswap', protocol: 'BITFLOW' };
const BITFLOW_DLMM: Wrapper = { kind: 'bitflow-dlmm', protocol: 'BITFLOW' };
const ALEX: Wrapper = { kind: 'alex', protocol: 'ALEX' };
/** Arkadiko mints and burns its wrapped STX while it swaps STX. */
const ARKADIKO_STX: Wrapper = { ...ARKADIKO, stxWrapper: ARKADIKO_WSTX };

const SOURCE = 'published source of its contract';
const TITLES: Readonly<Record<string, string>> = {
  VELAR: 'Velar',
  ARKADIKO: 'Arkadiko',
  BITFLOW: 'Bitflow',
  ALEX: 'ALEX',
};

function wrapper(
  { protocol, ...rest }: Wrapper,
  name: string,
  [a, b]: readonly [TokenSymbol, TokenSymbol],
  externalPoolId: string,
  more: { readonly feePpm?: number; readonly suffix?: string; readonly source?: string } = {},
) {
  const { suffix = '', source = SOURCE, ...fee } = more;
  return {
    contractId: own(name),
    protocol,
    tokenA: T[a],
    tokenB: T[b],
    ...rest,
    ...fee,
    externalPoolId,
    name: `${TITLES[protocol] ?? protocol} ${a}-${b}${suffix && ` ${suffix}`}`,
    symbol: `${a}${b}${suffix.slice(0, 1)}`.toUpperCase(),
    source,
  };
}

const VELAR_FEE = { feePpm: 3_000, source: `${SOURCE}; the fee of the pool’s own data` };

const { alex, arkadiko, velarCore, velarPool, dlmm, bitflow, stableswap } = HOLDERS;

/** Wrappers of other exchanges' pools, deployed by the exchange. Tokens are in the pool's own order. */
export const WRAPPERS = [
  wrapper(VELAR, 'velar-stx-sbtc', ['STX', 'sBTC'], velarPool('0070'), VELAR_FEE),
  wrapper(VELAR, 'velar-stx-satoshai', ['STX', 'SAI'], velarPool('0049'), VELAR_FEE),
  wrapper(VELAR, 'velar-stx-roo', ['STX', 'ROO'], velarCore, {
    feePpm: 3_000,
    source: `${SOURCE}; the fee of published quotes`,
  }),
  wrapper(VELAR, 'velar-stx-welsh', ['STX', 'WELSH'], velarCore, VELAR_FEE),
  wrapper(VELAR, 'velar-welsh-aeusdc', ['WELSH', 'aeUSDC'], velarCore),
  wrapper(ARKADIKO_STX, 'arkadiko-stx-usda', ['STX', 'USDA'], arkadiko),
  wrapper(ARKADIKO_STX, 'arkadiko-stx-diko', ['STX', 'DIKO'], arkadiko),
  wrapper(ARKADIKO_STX, 'arkadiko-stx-welsh', ['STX', 'WELSH'], arkadiko),
  wrapper(ARKADIKO, 'arkadiko-diko-usda', ['DIKO', 'USDA'], arkadiko),
  wrapper(ARKADIKO, 'arkadiko-xbtc-usda', ['xBTC', 'USDA'], arkadiko),
  wrapper(BITFLOW_XYK, 'bitflow-welsh-stx', ['WELSH', 'STX'], bitflow('xyk-pool-welsh-stx-v-1-1')),
  wrapper(BITFLOW_STABLESWAP, 'bitflow-usda-aeusdc', ['USDA', 'aeUSDC'], stableswap('usda-aeusdc-v-1-4')),
  wrapper(BITFLOW_STABLESWAP, 'bitflow-stx-ststx-legacy', ['STX', 'stSTX'], stableswap('stx-ststx-v-1-2'), {
    suffix: 'Legacy',
  }),
  wrapper(
    BITFLOW_STABLESWAP,
    'bitflow-stx-ststx-stable',
    ['STX', 'stSTX'],
    bitflow('stableswap-pool-stx-ststx-v-1-4'),
    { suffix: 'Stable' },
  ),
  wrapper(
    BITFLOW_STABLESWAP,
    'bitflow-sbtc-pbtc',
    ['sBTC', 'pBTC'],
    bitflow('stableswap-pool-sbtc-pbtc-v-1-1'),
  ),
  wrapper(BITFLOW_DLMM, 'bitflow-stx-sbtc', ['STX', 'sBTC'], dlmm('stx-sbtc-v-1-bps-15')),
  wrapper(BITFLOW_DLMM, 'bitflow-aeusdc-usdcx', ['aeUSDC', 'USDCx'], dlmm('aeusdc-usdcx-v-1-bps-1'), {
    feePpm: 500,
    source: 'published vault listing of the exchange',
  }),
  wrapper(BITFLOW_DLMM, 'bitflow-sbtc-usdcx', ['sBTC', 'USDCx'], dlmm('sbtc-usdcx-v-1-bps-10')),
  wrapper(BITFLOW_DLMM, 'bitflow-stx-usdcx', ['STX', 'USDCx'], dlmm('stx-usdcx-v-1-bps-10')),
  wrapper(BITFLOW_DLMM, 'bitflow-usdh-usdcx', ['USDh', 'USDCx'], dlmm('usdh-usdcx-v-1-bps-1')),
  wrapper(BITFLOW_DLMM, 'bitflow-leo-stx', ['LEO', 'STX'], dlmm('leo-stx-v-1-bps-50')),
  wrapper(BITFLOW_DLMM, 'bitflow-ststx-stx', ['stSTX', 'STX'], dlmm('ststx-stx-v-1-bps-1')),
  wrapper(BITFLOW_DLMM, 'feeling-zesty', ['ZEST', 'STX'], dlmm('zest-stx-v-2-bps-50')),
  wrapper(ALEX, 'alex-stx-alex', ['STX', 'ALEX'], alex),
  wrapper(ALEX, 'alex-stx-welsh', ['STX', 'WELSH'], alex),
  wrapper(ALEX, 'alex-stx-abtc', ['STX', 'aBTC'], alex),
  wrapper(ALEX, 'alex-alex-leo', ['ALEX', 'LEO'], alex),
  wrapper(ALEX, 'alex-alex-lialex', ['ALEX', 'LiALEX'], alex),
  wrapper(ALEX, 'alex-alex-welsh', ['ALEX', 'WELSH'], alex),
  wrapper(ALEX, 'alex-abtc-susdt', ['aBTC', 'sUSDT'], alex, {
    feePpm: 5_000,
    source: `${SOURCE}; the fee of the published vault listing`,
  }),
];
