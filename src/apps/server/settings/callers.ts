import { settings } from '../../../application/setting.js';
import { integer } from '../../../application/setting-forms.js';

const ANY = { form: integer(0, 1_000_000) };

/** Form of a limit per address. There is none on a devnet, where every caller has the machine's address. */
const PER_ADDRESS = { ...ANY, onDevnet: 0 } as const;

const perMinute = <const N extends string>(env: N, byDefault: number, about: string) => ({
  ...PER_ADDRESS,
  env,
  byDefault,
  about,
});

/** Settings that limit how much of the server one caller, and all callers together, may use. */
export const CALLER_SETTINGS = settings({
  /** Calls of each kind per minute and address; 0 for no limit. */
  rates: {
    reads: perMinute(
      'SLUICE_READS_PER_MINUTE',
      600,
      '[reads](limits.md) of one address; 0, here and below: no limit',
    ),
    quotes: perMinute('SLUICE_QUOTES_PER_MINUTE', 3_000, 'quotes of one address'),
    creates: perMinute('SLUICE_CREATES_PER_MINUTE', 300, 'orders that one address places, as calls'),
    cancels: perMinute('SLUICE_CANCELS_PER_MINUTE', 300, 'cancels of one address'),
    executes: perMinute('SLUICE_EXECUTES_PER_MINUTE', 300, 'executes of one address'),
    keys: perMinute('SLUICE_KEY_CALLS_PER_MINUTE', 120, 'calls about API keys of one address'),
  },
  legacyRateLimit: {
    ...ANY,
    byDefault: 100,
    env: 'SLUICE_LEGACY_RATE_LIMIT',
    about: 'requests per minute from one address to the legacy area',
  },
  connectionsPerAddress: {
    ...ANY,
    defaultWords: '250; 0 on devnet and behind trusted proxies',
    env: 'SLUICE_CONNECTIONS_PER_ADDRESS',
    about: 'connections of one address',
  },
  maxConnections: {
    form: integer(1, 1_000_000),
    byDefault: 2_000,
    env: 'SLUICE_MAX_CONNECTIONS',
    about: 'connections at a time, at least 1; fewer if the process may open too few files',
  },
  shedAfterMs: {
    form: integer(1, 600_000),
    byDefault: 1_000,
    env: 'SLUICE_SHED_AFTER_MS',
    about:
      'milliseconds of more requests than the process can serve, after which it [turns some away](limits.md#more-requests-than-a-process-can-serve)',
  },
  listStreams: {
    form: integer(1, 1_000),
    byDefault: 4,
    env: 'SLUICE_LIST_STREAMS',
    about: 'whole lists of orders over 64 KB that are sent at a time, at least 1',
  },
  eventStreams: {
    atATime: {
      form: integer(1, 1_000_000),
      defaultWords: 'three quarters of `SLUICE_MAX_CONNECTIONS`',
      env: 'SLUICE_EVENT_STREAMS',
      about: '[event streams](streams.md) that are open at a time, at least 1',
    },
    perAddress: {
      ...PER_ADDRESS,
      byDefault: 20,
      env: 'SLUICE_EVENT_STREAMS_PER_ADDRESS',
      about: 'event streams of one address; 0: no limit',
    },
  },
});

const perHour = <const N extends string>(env: N, byDefault: number, about: string) =>
  ({ form: integer(0, 1_000_000_000_000), onDevnet: 0, none: 0, env, byDefault, about }) as const;

/** Settings that limit what the requests of one client address may store. */
export const ADDRESS_SETTINGS = settings({
  addressQuotas: {
    orders: perHour(
      'SLUICE_ADDRESS_ORDERS_PER_HOUR',
      1_000,
      'orders stored from one client address within an hour, per process',
    ),
    bytes: perHour(
      'SLUICE_ADDRESS_BYTES_PER_HOUR',
      3_000_000,
      'bytes stored from one client address within an hour, per process',
    ),
  },
});
