import { NETWORKS } from '../../../domain/shared/network.js';
import { fraction, integer, oneOf, text, urls } from './forms.js';
import { setting, type Form } from './setting.js';

/** Below it, following the chain's blocks alone would take the whole allowance. */
const MIN_API_RPM = 10;

const TICKERS = ['kraken', 'coinbase', 'bitstamp'];
const FIXED_PRICE = /^fixed:(?=.*[1-9])\d{1,9}(\.\d{1,8})?$/;

const btcSources: Form<string> = {
  wanted: `some of ${TICKERS.join(', ')}, separated by commas, or fixed:<dollars> alone`,
  read: (raw) => {
    const names = raw.split(',').map((name) => name.trim());
    const areTickers = names.every((name) => TICKERS.includes(name)) && new Set(names).size === names.length;
    return areTickers || FIXED_PRICE.test(raw) ? raw : undefined;
  },
};

/** The network, its node, tokens and prices. */
export const CHAIN_SETTINGS = {
  SLUICE_NETWORK: setting({
    form: oneOf(NETWORKS),
    byDefault: 'devnet',
    about: '`devnet`, `testnet` or `mainnet`',
  }),
  STACKS_API_URL: setting({
    form: urls,
    byDefault: [],
    defaultWords: 'the embedded devnet',
    about: 'Stacks nodes with their API, in order of preference; required except on devnet',
  }),
  STACKS_API_KEY: setting({ form: text, about: 'sent to it as `x-api-key`', isSecret: true }),
  STACKS_API_RPM: setting({
    form: integer(MIN_API_RPM, 10_000),
    defaultWords: '45, with a key 450, on devnet unlimited',
    about: 'requests a minute that the node allows this process',
  }),
  SLUICE_REGISTRY: setting({
    form: text,
    defaultWords: 'built in',
    about: 'path of a [registry file](registry.md); reloaded when it changes',
  }),
  SLUICE_FINAL_BLOCKS: setting({
    form: integer(1, 1_000),
    byDefault: 20,
    about: 'blocks after which a mined swap is no longer watched',
  }),
  SLUICE_DEATH_BLOCKS: setting({
    form: integer(1, 1_000),
    byDefault: 6,
    about: 'blocks that must pass before a swap is taken for dropped',
  }),
  SLUICE_MAX_CLOCK_DRIFT_MS: setting({
    form: integer(60_000, 86_400_000),
    defaultWords: '1800000, none on devnet',
    about: 'farthest that the clock may be from the newest block, ms; beyond it nothing runs',
  }),
  SLUICE_BTC_SOURCES: setting({
    form: btcSources,
    byDefault: 'kraken,coinbase,bitstamp',
    onDevnet: 'fixed:100000',
    about: 'sources of the bitcoin price, or a fixed one',
  }),
  SLUICE_MIN_PRICED_SHARE: setting({
    form: fraction(1),
    byDefault: 0.5,
    about: 'share of the registered tokens; `/readyz` is degraded while fewer have a price',
  }),
  SLUICE_BLOCK_MS: setting({
    form: integer(10, 3_600_000),
    byDefault: 1000,
    about: 'devnet: time between blocks, ms',
  }),
  SLUICE_DEVNET_CONTROL_PORT: setting({
    form: integer(0, 65_535),
    about: 'devnet: loopback port of the [test controls](devnet.md)',
  }),
  SLUICE_DEVNET_CONTROL_TOKEN: setting({
    form: text,
    about: 'devnet: what callers of the test controls must send; a secret',
    isSecret: true,
  }),
};
