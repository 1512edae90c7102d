import { NETWORKS } from '../../../domain/shared/network.js';
import { integer, oneOf, text, urls } from '../../../application/setting-forms.js';
import { BTC_SOURCES } from '../../run/settings.js';
import { MIN_REQUESTS_PER_MINUTE } from '../../run/pace.js';
import { settings, type Form } from '../../../application/setting.js';

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
export const CHAIN_SETTINGS = settings({
  network: {
    env: 'SLUICE_NETWORK',
    form: oneOf(NETWORKS),
    byDefault: 'devnet',
    about: '`devnet`, `testnet` or `mainnet`',
  },
  stacksApiUrls: {
    env: 'STACKS_API_URL',
    form: urls,
    byDefault: [],
    defaultWords: 'the embedded devnet',
    about: 'Stacks nodes with their API, in order of preference; required except on devnet',
  },
  stacksApiKey: {
    env: 'STACKS_API_KEY',
    form: text,
    about: 'API key for the node, sent as `x-api-key`',
    isSecret: true,
  },
  stacksApiRpm: {
    env: 'STACKS_API_RPM',
    form: integer(MIN_REQUESTS_PER_MINUTE, 10_000),
    defaultWords: '45, with a key 450, on devnet unlimited',
    about: 'requests a minute that the node allows this process',
  },
  registryPath: {
    env: 'SLUICE_REGISTRY',
    form: text,
    defaultWords: 'built in',
    about: 'path of a [registry file](registry.md); reloaded when it changes',
  },
  btcSources: {
    env: 'SLUICE_BTC_SOURCES',
    form: btcSources,
    ...BTC_SOURCES,
    about: 'sources of the bitcoin price, or a fixed one',
  },
  blockMs: {
    env: 'SLUICE_BLOCK_MS',
    form: integer(10, 3_600_000),
    byDefault: 1000,
    about: 'devnet: time between blocks, ms',
  },
  devnetHistoryDays: {
    env: 'SLUICE_DEVNET_HISTORY_DAYS',
    form: integer(0, 365),
    byDefault: 30,
    about:
      'devnet: days of [made-up prices](devnet.md#made-up-history) before the first start on a new database; 0 for none',
  },
  devnetControlPort: {
    env: 'SLUICE_DEVNET_CONTROL_PORT',
    form: integer(0, 65_535),
    about: 'devnet: loopback port of the [test controls](devnet.md)',
  },
  devnetControlToken: {
    env: 'SLUICE_DEVNET_CONTROL_TOKEN',
    form: text,
    about: 'devnet: token that callers of the test controls must send; a secret',
    isSecret: true,
  },
});
