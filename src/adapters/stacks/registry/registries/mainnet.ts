import { own, T, WSTX } from './mainnet/ids.js';
import { POOLS } from './mainnet/pools.js';
import { SUBLINKS, SUBNETS } from './mainnet/subnets.js';
import { TOKENS } from './mainnet/tokens.js';
import { WRAPPERS } from './mainnet/wrappers.js';

const ROUTER_SOURCE = 'published source of the router';

/** The mainnet deployment. Anything that no source names is left out: whole entries, or a vault's fee. */
export const mainnetRegistry: unknown = {
  network: 'mainnet',
  routers: [
    { id: own('x-multihop-v2'), payout: 'signer', blaze: ['v1', 'v2'], source: ROUTER_SOURCE },
    { id: own('x-multihop-v1'), payout: 'signer', blaze: ['v1'], source: ROUTER_SOURCE },
    // This router itself asks no verifier, so only the verifier of the subnet decides.
    {
      id: own('x-multihop-rc9'),
      payout: 'any',
      blaze: ['v1', 'v2'],
      legacyDefault: true,
      source: 'published documentation of the exchange',
    },
  ],
  wstx: WSTX,
  sbtc: T.sBTC,
  verifier: { v1: own('blaze-v1'), v2: own('blaze-v2') },
  tokens: [...TOKENS, ...SUBNETS],
  vaults: [...POOLS, ...SUBLINKS, ...WRAPPERS],
  blocked: [
    // This vault once quoted a fixed 1:1, whatever it held.
    'SP2D5BGGJ956A635JG7CJQ59FTRFRB0893514EZPJ.old-faithful',
    'SP1PMSY2QNBEH38BYJJ75EHQX3CMR70MCT51D4G30.BabyMojo',
    own('liquid-staked-charisma'),
    'SP37WN2BYHKZ90T1ATHTCNG8EFYHS3B49KNGS02ZK.RALEX',
    'SP39859AD7RQ6NYK00EJ8HN1DWE40C576FBDGHPA0.chdollar',
    'SP39859AD7RQ6NYK00EJ8HN1DWE40C576FBDGHPA0.dmg-runes',
    'SP39859AD7RQ6NYK00EJ8HN1DWE40C576FBDGHPA0.uahdmg',
    'SP39859AD7RQ6NYK00EJ8HN1DWE40C576FBDGHPA0.dmg-lp-token',
    'SP39859AD7RQ6NYK00EJ8HN1DWE40C576FBDGHPA0.stx-lp-token',
    own('abtc-dog-vault-wrapper-alex'),
  ],
};
