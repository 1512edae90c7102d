import {
  address,
  anyOrOrigins,
  fraction,
  hostOfEach,
  integer,
  listMatching,
  manyOf,
  matching,
  oneOf,
  origins,
  originsOfUrls,
  text,
  trueOrFalse,
  url,
} from '../../../application/setting-forms.js';
import { ROLES } from '../../run/pace.js';
import { settings, type Form } from '../../../application/setting.js';

export const AREAS = ['swap', 'prices', 'legacy', 'metadata', 'vaults', 'operator'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const COUNT = integer(1, 256);

const workers: Form<number | 'auto'> = {
  wanted: `auto or ${COUNT.wanted}`,
  read: (raw) => (raw === 'auto' ? raw : COUNT.read(raw)),
};

/** Settings of the server: its addresses, what it serves, and what it writes. */
export const SERVER_SETTINGS = settings({
  port: {
    env: 'PORT',
    form: integer(0, 65_535),
    byDefault: 3000,
    about: 'listening port; 0 picks a free one, which the log shows',
  },
  host: { env: 'HOST', form: text, byDefault: '127.0.0.1', about: 'listening address' },
  databaseUrl: {
    env: 'DATABASE_URL',
    form: matching(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'sqlite:<path> or postgres://…'),
    byDefault: 'sqlite:./data/sluice.db',
    about: '`sqlite:<path>`, `sqlite::memory:` or `postgres://user:password@host:5432/database`',
    isSecret: true,
  },
  databaseSchema: {
    env: 'SLUICE_DB_SCHEMA',
    form: matching(
      /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/,
      '1 to 63 lower-case letters, digits and _, without a leading digit or pg_',
    ),
    about: 'Postgres schema of the tables, created if it is missing',
    defaultWords: 'that of a new connection, `public`',
  },
  databaseReadUrls: {
    env: 'DATABASE_READ_URL',
    form: listMatching(/^postgres(ql)?:\/\/.+$/, 'postgres://…'),
    byDefault: [],
    about:
      'streaming [replicas](../how-to/run-on-postgres.md#read-from-replicas) of a Postgres database, for reads that callers ask for: URLs like `DATABASE_URL`, separated by commas, one server each',
    defaultWords: 'none',
    isSecret: true,
  },
  endsLog: {
    env: 'SLUICE_ENDS_LOG',
    form: text,
    about:
      'place in which cancels, revocations and pauses are logged in case a [backup is restored](../how-to/back-up-and-restore.md): a path on another disk, or the URL of another database, `sqlite:<path>` or `postgres://…`',
    defaultWords: 'nowhere',
    isSecret: true,
  },
  roles: { env: 'SLUICE_ROLES', form: manyOf(ROLES), byDefault: ROLES, about: 'tasks of this process' },
  workers: {
    env: 'SLUICE_WORKERS',
    form: workers,
    byDefault: 1,
    about:
      '[processes](../how-to/deploy-and-upgrade.md#all-cores) for the role `api`, on Postgres: a number, or `auto` for one per core',
  },
  areas: { env: 'SLUICE_AREAS', form: manyOf(AREAS), byDefault: AREAS, about: 'areas to serve' },
  hosts: {
    env: 'SLUICE_HOSTS',
    form: hostOfEach(AREAS),
    byDefault: {},
    about: '`swap=swap.example.org`: also serves the area at the root of that host',
  },
  pagePath: {
    env: 'SLUICE_PAGE',
    form: matching<`/${string}`>(
      /^(off|\/|(?!\/(swap|prices|invest|metadata|app|operator|page|mcp)(\/|$))(\/[a-z0-9][a-z0-9_-]*)+)$/,
      'off, / or a path such as /ui that no area has',
    ),
    byDefault: '/',
    none: 'off',
    about: 'path of the page for people: `/`, a path such as `/ui` that no area has, or `off`',
  },
  mcp: {
    env: 'SLUICE_MCP',
    form: trueOrFalse,
    byDefault: false,
    about: '`true`: serves [agents](../how-to/use-with-an-agent.md) over MCP at `/mcp`',
  },
  publicOrigins: {
    env: 'SLUICE_PUBLIC_URL',
    form: originsOfUrls,
    byDefault: [],
    about: 'addresses at which callers know the server, separated by commas',
  },
  trustProxy: {
    env: 'SLUICE_TRUST_PROXY',
    form: integer(0, 100),
    byDefault: 0,
    about: 'number of trusted proxies in front of the server, for callers’ addresses',
  },
  metricsAddress: {
    env: 'SLUICE_METRICS_ADDR',
    form: address,
    about: '`host:port` that serves `/metrics` in place of the server’s listener',
  },
  corsOrigins: {
    env: 'SLUICE_CORS_ORIGINS',
    form: anyOrOrigins,
    byDefault: '*',
    about:
      'origins whose web pages may call the server, except for prices and token metadata; `*` is every origin',
  },
  pricesOrigins: {
    env: 'SLUICE_PRICES_ORIGINS',
    form: anyOrOrigins,
    byDefault: '*',
    about: 'origins whose web pages may read prices, in both shapes; `*` is every origin',
  },
  metadataOrigins: {
    env: 'SLUICE_METADATA_ORIGINS',
    form: origins,
    byDefault: [],
    about: 'origins whose web pages may read and save token metadata',
  },
  metadataRereadUrl: {
    env: 'SLUICE_METADATA_REREAD_URL',
    form: url,
    about: 'notified of each saved record: receives a POST of `{ contractId }`',
  },
  logLevel: {
    env: 'LOG_LEVEL',
    form: oneOf(LOG_LEVELS),
    byDefault: 'info',
    about:
      '`fatal` to `trace`, or `silent`. One JSON object per line, and readable lines on a terminal, without colours if `NO_COLOR` is set',
  },
  logAddresses: {
    env: 'SLUICE_LOG_ADDRESSES',
    form: trueOrFalse,
    byDefault: true,
    about: 'whether the lines of requests have callers’ addresses',
  },
  tracesUrl: {
    env: 'SLUICE_TRACES',
    form: url,
    about: 'receiver of [traces](../reference/traces.md), by OTLP over HTTP, such as `http://127.0.0.1:4318`',
    defaultWords: 'none',
    isSecret: true,
  },
  tracesShare: {
    env: 'SLUICE_TRACES_SHARE',
    form: fraction(1),
    byDefault: 1,
    about: 'share of the traces that are recorded, 0 to 1',
  },
});
