import {
  accounts,
  address,
  anyOrOrigins,
  flag,
  hostOfEach,
  integer,
  manyOf,
  matching,
  oneOf,
  origins,
  text,
  url,
  urls,
} from './forms.js';
import { ROLES } from '../../run/pace.js';
import { GATEWAY_FORM, IPFS_GATEWAY } from '../../run/ipfs-gateway.js';
import { setting } from './setting.js';

export const AREAS = ['swap', 'prices', 'legacy', 'metadata', 'vaults', 'operator'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Settings for where the server listens, what it serves and what it writes. */
export const SERVER_SETTINGS = {
  PORT: setting({
    form: integer(0, 65_535),
    byDefault: 3000,
    about: 'listening port; 0 picks a free one, which the log shows',
  }),
  HOST: setting({ form: text, byDefault: '127.0.0.1', about: 'listening address' }),
  DATABASE_URL: setting({
    form: matching(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'sqlite:<path> or postgres://…'),
    byDefault: 'sqlite:./data/sluice.db',
    about: '`sqlite:<path>`, `sqlite::memory:` or `postgres://user:password@host:5432/database`',
    isSecret: true,
  }),
  SLUICE_DB_SCHEMA: setting({
    form: matching(
      /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/,
      '1 to 63 lower-case letters, digits and _, without a leading digit or pg_',
    ),
    about: 'Postgres schema of the tables, created if it is missing',
    defaultWords: 'that of a new connection, `public`',
  }),
  SLUICE_ENDS_LOG: setting({
    form: text,
    about:
      'where cancels, revocations and pauses are logged for the day on which a [backup is restored](../how-to/back-up-and-restore.md): a path on another disk, or `sqlite:<path>` or `postgres://…` of another database',
    defaultWords: 'nowhere',
    isSecret: true,
  }),
  SLUICE_ROLES: setting({ form: manyOf(ROLES), byDefault: ROLES, about: 'what this process does' }),
  SLUICE_AREAS: setting({ form: manyOf(AREAS), byDefault: AREAS, about: 'areas to serve' }),
  SLUICE_HOSTS: setting({
    form: hostOfEach(AREAS),
    byDefault: {},
    about: '`swap=swap.example.org`: also serves the area at the root of that host',
  }),
  SLUICE_PAGE: setting({
    form: matching(
      /^(off|\/|(?!\/(swap|prices|invest|metadata|app|operator|page)(\/|$))(\/[a-z0-9][a-z0-9_-]*)+)$/,
      'off, / or a path such as /ui that no area has',
    ),
    byDefault: '/',
    about: 'where the page for people is: `/`, a path such as `/ui` that no area has, or `off`',
  }),
  SLUICE_PUBLIC_URL: setting({
    form: urls,
    byDefault: [],
    about: 'addresses at which callers know the server, separated by commas',
  }),
  SLUICE_TRUST_PROXY: setting({
    form: integer(0, 100),
    byDefault: 0,
    about: 'number of trusted proxies in front of the server, for callers’ addresses',
  }),
  SLUICE_METRICS_ADDR: setting({
    form: address,
    about: '`host:port` that serves `/metrics` in place of the server’s listener',
  }),
  SLUICE_CORS_ORIGINS: setting({
    form: anyOrOrigins,
    byDefault: ['*'],
    about:
      'origins whose web pages may call the server, except for prices and token metadata; `*` is every origin',
  }),
  SLUICE_PRICES_ORIGINS: setting({
    form: anyOrOrigins,
    byDefault: ['*'],
    about: 'the same for prices, in both shapes',
  }),
  SLUICE_METADATA_ORIGINS: setting({
    form: origins,
    byDefault: [],
    about: 'origins whose web pages may read and save token metadata',
  }),
  SLUICE_METADATA_REQUIRE_BODY_HASH: setting({
    form: flag,
    byDefault: false,
    about: '`true`: signatures must cover the saved metadata',
  }),
  SLUICE_METADATA_REQUIRE_CONTRACT: setting({
    form: flag,
    byDefault: true,
    about: '`false`: takes metadata for contracts that the chain may not have',
  }),
  SLUICE_TOKEN_URIS: setting({
    form: flag,
    byDefault: true,
    about:
      '`false`: reads no pictures and descriptions of tokens from where [`token_uri`](metadata.md#from-the-chain) leads',
  }),
  SLUICE_IPFS_GATEWAY: setting({
    form: matching(GATEWAY_FORM.pattern, GATEWAY_FORM.words),
    byDefault: IPFS_GATEWAY,
    about:
      'over which `ipfs:` addresses of `token_uri` and of pictures are read: what is behind `ipfs://` is appended',
  }),
  SLUICE_METADATA_REREAD_URL: setting({
    form: url,
    about: 'notified of each saved record: receives a POST of `{ contractId }`',
  }),
  SLUICE_OPERATOR_WALLETS: setting({
    form: accounts,
    defaultWords: 'none; on devnet the operator’s account, whose key is public',
    about:
      'addresses of the wallets that may sign in to the [operator’s view](operator.md), separated by commas; its area responds with 404 without any',
  }),
  LOG_LEVEL: setting({
    form: oneOf(LOG_LEVELS),
    byDefault: 'info',
    about:
      '`fatal` to `trace`, or `silent`. One JSON object per line, and readable lines on a terminal, without colours if `NO_COLOR` is set',
  }),
};
