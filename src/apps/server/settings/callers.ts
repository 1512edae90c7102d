import { integer } from './forms.js';
import { setting } from './setting.js';

/** Nothing is limited per address on a devnet, where every caller has the address of the one machine. */
const perMinute = (byDefault: number, about: string) =>
  setting({ form: integer(0, 1_000_000), byDefault, onDevnet: 0, about });

/** Settings that limit what one caller, and all of them together, may take of the server. */
export const CALLER_SETTINGS = {
  SLUICE_READS_PER_MINUTE: perMinute(600, '[reads](limits.md) of one address; 0, here and below: no limit'),
  SLUICE_QUOTES_PER_MINUTE: perMinute(3_000, 'quotes of one address'),
  SLUICE_CREATES_PER_MINUTE: perMinute(300, 'orders that one address places, as calls'),
  SLUICE_CANCELS_PER_MINUTE: perMinute(300, 'cancels of one address'),
  SLUICE_EXECUTES_PER_MINUTE: perMinute(300, 'executes of one address'),
  SLUICE_KEY_CALLS_PER_MINUTE: perMinute(120, 'calls about API keys of one address'),
  SLUICE_LEGACY_RATE_LIMIT: setting({
    form: integer(0, 1_000_000),
    byDefault: 100,
    about: 'requests per minute from one address to the legacy area',
  }),
  SLUICE_CONNECTIONS_PER_ADDRESS: setting({
    form: integer(0, 1_000_000),
    defaultWords: '250; 0 on devnet and behind trusted proxies',
    about: 'connections of one address',
  }),
  SLUICE_MAX_CONNECTIONS: setting({
    form: integer(1, 1_000_000),
    byDefault: 2_000,
    about: 'connections at a time, at least 1; fewer if the process may open too few files',
  }),
  SLUICE_LIST_STREAMS: setting({
    form: integer(1, 1_000),
    byDefault: 4,
    about: 'whole lists of orders over 64 KB that are sent at a time, at least 1',
  }),
  SLUICE_EVENT_STREAMS: setting({
    form: integer(1, 1_000_000),
    defaultWords: 'three quarters of `SLUICE_MAX_CONNECTIONS`',
    about: '[event streams](streams.md) that are open at a time, at least 1',
  }),
  SLUICE_EVENT_STREAMS_PER_ADDRESS: setting({
    form: integer(0, 1_000_000),
    byDefault: 20,
    onDevnet: 0,
    about: 'event streams of one address; 0: no limit',
  }),
};
