import { availableParallelism } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { ConfigError, devnetJournalPath, ownShare, readConfig } from '../../../src/apps/server/config.js';

const KEY = 'ab'.repeat(32);
const TESTNET = { SLUICE_NETWORK: 'testnet', STACKS_API_URL: 'http://node' };

const errorOf = (env: Record<string, string>): unknown => {
  try {
    return readConfig(env);
  } catch (error) {
    return error;
  }
};

describe('readConfig', () => {
  it('defaults to every role and area on SQLite and the devnet when no variable is set', () => {
    expect(readConfig({})).toEqual({
      publicOrigins: [],
      requireAudience: false,
      requireSignedTerms: false,
      allowOpenPayout: false,
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: 'sqlite:./data/sluice.db',
      databaseReadUrls: [],
      network: 'devnet',
      stacksApiUrl: undefined,
      stacksFallbackUrls: [],
      stacksApiKey: undefined,
      operatorKeys: undefined,
      operatorKeyFile: undefined,
      limits: {},
      dryRun: false,
      registryPath: undefined,
      hosts: {},
      pagePath: '/',
      workers: 1,
      processes: 1,
      areas: ['swap', 'prices', 'legacy', 'metadata', 'vaults', 'operator'],
      roles: ['api', 'executor', 'recorder', 'webhooks'],
      corsOrigins: '*',
      pricesOrigins: '*',
      metadataOrigins: [],
      requireBodyHash: false,
      requireContract: true,
      signatureThreads: 0,
      deployerBytes: 5_000_000,
      apiKeysPerWallet: 50,
      operatorWallets: undefined,
      tokenUris: true,
      ipfsGateway: 'https://ipfs.io/ipfs/',
      webhooks: true,
      webhookHosts: ['localhost', '127.0.0.1'],
      webhooksPerWallet: 10,
      addressQuotas: {},
      metadataRereadUrl: undefined,
      blockMs: 1000,
      executorMs: 1000,
      stuckAfterMs: 600_000,
      finalBlocks: 20,
      deathBlocks: 6,
      ownerInFlight: 10,
      ownerFailures: 5,
      quotas: {
        orderBytes: 65_536,
        openOrders: 1_000,
        openBytes: 10_000_000,
        dailyOrders: 10_000,
        dailyBytes: 50_000_000,
      },
      slippage: 0.01,
      maxSlippage: 0.05,
      minLiquidityUsd: 1_000,
      confirmBlocks: 2,
      minPricedShare: 0.5,
      maxFeeUstx: 10_000n,
      btcSources: 'fixed:100000',
      trustProxy: 0,
      rates: { reads: 0, quotes: 0, creates: 0, cancels: 0, executes: 0, keys: 0 },
      listStreams: 4,
      shedAfterMs: 1_000,
      eventStreams: { atATime: 1_500, perAddress: 0 },
      mcp: false,
      maxConnections: 2_000,
      connectionsPerAddress: 0,
      legacyRateLimit: 100,
      devnetHistoryDays: 30,
      devnetControlPort: undefined,
      logLevel: 'info',
      logAddresses: true,
      tracesShare: 1,
    });
  });

  it('limits the calls of an address everywhere but on a devnet, where they can be limited', () => {
    const defaults = { reads: 600, quotes: 3_000, creates: 300, cancels: 300, executes: 300, keys: 120 };
    expect(readConfig(TESTNET)).toMatchObject({ rates: defaults, connectionsPerAddress: 250 });
    expect(readConfig({ ...TESTNET, SLUICE_TRUST_PROXY: '1' }).connectionsPerAddress).toBe(0);
    expect(readConfig({ ...TESTNET, SLUICE_QUOTES_PER_MINUTE: '0' }).rates).toEqual({
      ...defaults,
      quotes: 0,
    });
    expect(readConfig({ SLUICE_KEY_CALLS_PER_MINUTE: '5' }).rates).toMatchObject({ reads: 0, keys: 5 });
  });

  it('limits what an address stores in an hour everywhere but on a devnet, where it can be limited', () => {
    expect(readConfig(TESTNET).addressQuotas).toEqual({ orders: 1_000, bytes: 3_000_000 });
    expect(readConfig({ SLUICE_ADDRESS_ORDERS_PER_HOUR: '5' }).addressQuotas).toEqual({ orders: 5 });
  });

  it('defaults to one executor pass a minute on testnet', () => {
    const { executorMs } = readConfig({
      SLUICE_NETWORK: 'testnet',
      STACKS_API_URL: 'https://node.example.org',
    });
    expect(executorMs).toBe(60_000);
  });

  it('reads replicas of a Postgres database, and refuses those of SQLite', () => {
    const both = ['postgres://u:p%2C@one/db', 'postgresql://u:p@two:5433/db'];
    const DATABASE_READ_URL = both.join(', ');
    const DATABASE_URL = 'postgres://u:p@primary/db';
    expect(readConfig({ DATABASE_URL, DATABASE_READ_URL }).databaseReadUrls).toEqual(both);
    expect((errorOf({ DATABASE_READ_URL }) as Error).message).toBe(
      'DATABASE_READ_URL needs a Postgres database in DATABASE_URL',
    );
  });

  it('treats an empty variable as absent', () => {
    expect(readConfig({ PORT: '', SLUICE_HOSTS: ' ' })).toMatchObject({ port: 3000, hosts: {} });
  });

  it('reads lists, hosts, flags, fractions and keys from their variables', () => {
    const config = readConfig({
      SLUICE_HOSTS: 'swap=Swap.Example.org',
      SLUICE_ROLES: 'api, executor',
      SLUICE_CORS_ORIGINS: 'https://a.example, https://b.example',
      SLUICE_METADATA_ORIGINS: 'https://launch.example,http://localhost:5173',
      SLUICE_METADATA_REQUIRE_BODY_HASH: 'true',
      SLUICE_METADATA_REREAD_URL: 'https://tokens.example/reread',
      SLUICE_SLIPPAGE: '0.005',
      SLUICE_PUBLIC_URL: 'https://Swap.Example.org/some/path, http://10.0.0.1:80',
      SLUICE_REQUIRE_AUDIENCE: 'true',
      SLUICE_REQUIRE_SIGNED_TERMS: 'true',
      SLUICE_ALLOW_OPEN_PAYOUT: 'true',
      SLUICE_MAX_SLIPPAGE: '0.02',
      SLUICE_MIN_PRICED_SHARE: '1',
      SLUICE_OPERATOR_KEY: `${KEY}01`,
    });
    expect(config).toMatchObject({
      hosts: { swap: 'swap.example.org' },
      roles: ['api', 'executor'],
      corsOrigins: ['https://a.example', 'https://b.example'],
      metadataOrigins: ['https://launch.example', 'http://localhost:5173'],
      requireBodyHash: true,
      metadataRereadUrl: 'https://tokens.example/reread',
      slippage: 0.005,
      publicOrigins: ['https://swap.example.org', 'http://10.0.0.1'],
      requireAudience: true,
      requireSignedTerms: true,
      allowOpenPayout: true,
      maxSlippage: 0.02,
      minPricedShare: 1,
      operatorKeys: `${KEY}01`,
    });
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['DATABASE_URL', 'mysql://localhost/sluice'],
    ['SLUICE_NETWORK', 'main'],
    ['STACKS_API_URL', 'node.example.org'],
    ['STACKS_API_URL', 'ftp://node.example.org'],
    ['STACKS_API_RPM', '9'],
    ['STACKS_API_RPM', 'all'],
    ['SLUICE_OPERATOR_KEY', `${KEY}02`],
    ['SLUICE_OPERATOR_KEY', `${KEY},,${KEY}`],
    ['SLUICE_PAGE', 'ui'],
    ['SLUICE_PAGE', '/app'],
    ['SLUICE_PAGE', '/prices/page'],
    ['SLUICE_HOSTS', 'swap'],
    ['SLUICE_HOSTS', 'lending=a.example'],
    ['SLUICE_AREAS', 'lending'],
    ['SLUICE_ROLES', 'api,cook'],
    ['SLUICE_BLOCK_MS', '1'],
    ['SLUICE_EXECUTOR_MS', 'soon'],
    ['SLUICE_MAX_SLIPPAGE', '0.51'],
    ['SLUICE_PUBLIC_URL', 'swap.example.org'],
    ['SLUICE_PUBLIC_URL', 'ftp://swap.example.org'],
    ['SLUICE_REQUIRE_AUDIENCE', 'yes'],
    ['SLUICE_REQUIRE_SIGNED_TERMS', 'yes'],
    ['SLUICE_ALLOW_OPEN_PAYOUT', '1'],
    ['SLUICE_SLIPPAGE', '0.51'],
    ['SLUICE_MIN_PRICED_SHARE', '1.01'],
    ['SLUICE_MIN_PRICED_SHARE', '50%'],
    ['SLUICE_SLIPPAGE', '1e-2'],
    ['SLUICE_MAX_FEE_USTX', '0'],
    ['SLUICE_DB_SCHEMA', 'My schema'],
    ['SLUICE_BTC_SOURCES', 'fixed:cheap'],
    ['SLUICE_BTC_SOURCES', 'https://kraken.com'],
    ['SLUICE_BTC_SOURCES', 'kraken,kraken'],
    ['SLUICE_BTC_SOURCES', 'fixed:0.00'],
    ['SLUICE_CORS_ORIGINS', 'https://a.example/'],
    ['SLUICE_CORS_ORIGINS', 'https://a.example,b.example'],
    ['SLUICE_CORS_ORIGINS', '*.example'],
    ['SLUICE_METADATA_ORIGINS', 'https://launch.example/'],
    ['SLUICE_METADATA_ORIGINS', '*'],
    ['SLUICE_METADATA_REQUIRE_BODY_HASH', 'yes'],
    ['SLUICE_METADATA_REREAD_URL', 'tokens.example'],
    ['SLUICE_TRUST_PROXY', 'yes'],
    ['SLUICE_MAX_CLOCK_DRIFT_MS', '59999'],
    ['SLUICE_METRICS_ADDR', '9464'],
    ['SLUICE_METRICS_ADDR', 'localhost:70000'],
    ['SLUICE_METRICS_ADDR', 'http://localhost:9464'],
    ['SLUICE_LEGACY_RATE_LIMIT', '-1'],
    ['SLUICE_READS_PER_MINUTE', '-1'],
    ['SLUICE_LIST_STREAMS', '0'],
    ['SLUICE_DEVNET_CONTROL_PORT', 'x'],
    ['LOG_LEVEL', 'loud'],
  ])('throws a ConfigError that names %s when its value is %s', (name, value) => {
    const error = errorOf({ [name]: value });
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).message).toMatch(new RegExp(`^${name} must be `));
  });

  it.each([
    [undefined, {}],
    [60, { STACKS_API_RPM: '60' }],
    [45, { SLUICE_NETWORK: 'mainnet', STACKS_API_URL: 'https://node.example' }],
    [450, { SLUICE_NETWORK: 'mainnet', STACKS_API_URL: 'https://node.example', STACKS_API_KEY: 'key' }],
  ])('allows %s requests a minute with %p', (stacksApiRpm, env) => {
    expect(readConfig(env).stacksApiRpm).toBe(stacksApiRpm);
  });

  it.each([
    ['*', '*'],
    ['https://a.example, *', '*'],
    ['chrome-extension://abc,capacitor://localhost', ['chrome-extension://abc', 'capacitor://localhost']],
  ])('reads the origins %s', (value, corsOrigins) => {
    expect(readConfig({ SLUICE_CORS_ORIGINS: value }).corsOrigins).toEqual(corsOrigins);
  });

  it('names every problem at once, each with the value received and what would be right', () => {
    const error = errorOf({
      PORT: 'eighty',
      SLUICE_ROLES: 'api,cook',
      SLUICE_SLIPPAGE: '5%',
      SLUICE_CORS_ORIGIN: 'https://a.example',
    });
    expect((error as ConfigError).message.split('\n  ')).toEqual([
      '4 settings cannot be used:',
      'PORT must be a whole number from 0 to 65535, not "eighty"',
      'SLUICE_ROLES must be one or several of api, executor, recorder, webhooks, separated by commas, not "api,cook"',
      'SLUICE_SLIPPAGE must be a fraction from 0 to 0.5, not "5%"',
      'SLUICE_CORS_ORIGIN is not a setting: did you mean SLUICE_CORS_ORIGINS?',
    ]);
  });

  it.each([
    ['SLUICE_PORT', 'did you mean PORT?'],
    ['SLUICE_DATABASE_URL', 'did you mean DATABASE_URL?'],
    ['SLUICE_STACKS_API_URL', 'did you mean STACKS_API_URL?'],
    ['SLUICE_MAX_DAYLY_ORDER', 'did you mean SLUICE_MAX_DAILY_ORDERS?'],
    ['SLUICE_COFFEE', 'docs/reference/settings.md lists them'],
  ])('refuses the unknown name %s, without its value: %s', (name, hint) => {
    expect((errorOf({ [name]: 'its-value' }) as Error).message).toBe(`${name} is not a setting: ${hint}`);
  });

  it('accepts the variables that Kubernetes sets beside a service of that name', () => {
    const links = {
      SLUICE_PORT: 'tcp://10.0.0.1:80',
      SLUICE_PORT_80_TCP: 'tcp://10.0.0.1:80',
      SLUICE_PORT_80_TCP_ADDR: '10.0.0.1',
      SLUICE_SERVICE_HOST: '10.0.0.1',
      SLUICE_SERVICE_PORT_HTTP: '80',
      SLUICE_API_PORT: 'tcp://10.0.0.2:80',
    };
    expect(readConfig(links).port).toBe(3000);
  });

  it('accepts and leaves alone what commands that call a server read', () => {
    const ofCommands = { SLUICE_URL: 'https://dex.example.org', SLUICE_API_KEY: 'a', SLUICE_WALLET_KEY: 'b' };
    expect(readConfig(ofCommands)).toEqual(readConfig({}));
  });

  it.each([
    ['SLUICE_OPERATOR_KEY', 'secret-key'],
    ['DATABASE_URL', 'postgres:user:secret-key@host/db'],
    ['DATABASE_URL', 'mysql://user:secret-key@host/db'],
    ['DATABASE_READ_URL', 'postgres://host/db,mysql://user:secret-key@host/db'],
    ['STACKS_API_URL', 'ftp://user:secret-key@host'],
    ['SLUICE_NETWORK', KEY],
  ])('throws a message without a secret when %s is malformed', (name, value) => {
    const { message } = errorOf({ [name]: value }) as Error;
    expect(message).toMatch(new RegExp(`^${name} must be `));
    expect(message).not.toContain('secret-key');
    expect(message).not.toContain(KEY);
  });

  it.each([
    [{ SLUICE_HOSTS: 'swap=a.example', SLUICE_AREAS: 'prices' }],
    [{ SLUICE_HOSTS: 'swap=a.example', SLUICE_ROLES: 'executor' }],
  ])('refuses a host for an area that is not served: %p', (env) => {
    expect((errorOf(env) as Error).message).toBe(
      'SLUICE_HOSTS names swap, which SLUICE_AREAS and SLUICE_ROLES do not let this process serve',
    );
  });

  it('names a node’s address once, and a missing one beside other problems', () => {
    const bad = errorOf({ SLUICE_NETWORK: 'mainnet', STACKS_API_URL: 'node' }) as Error;
    expect(bad.message).toMatch(/^STACKS_API_URL must be /);
    const missing = errorOf({ SLUICE_NETWORK: 'mainnet', PORT: 'x' }) as Error;
    expect(missing.message).toContain('STACKS_API_URL is required');
  });

  it('shows no more than the beginning of a long value', () => {
    expect((errorOf({ PORT: 'x'.repeat(1000) }) as Error).message.length).toBeLessThan(200);
  });

  it('throws a message that names STACKS_API_URL when it is absent on mainnet', () => {
    expect((errorOf({ SLUICE_NETWORK: 'mainnet' }) as Error).message).toContain('STACKS_API_URL');
  });
});

describe('the workers of readConfig', () => {
  const DATABASE_URL = 'postgres://localhost/sluice';
  const workers = (env: Record<string, string>) => readConfig(env).workers;

  it('are one by default, and as many as wanted on Postgres', () => {
    expect(workers({})).toBe(1);
    expect(workers({ DATABASE_URL })).toBe(1);
    expect(workers({ DATABASE_URL, SLUICE_WORKERS: '3' })).toBe(3);
  });

  it('share the allowance of the node with the process of the other roles', () => {
    const share = (env: Record<string, string>) => ownShare(readConfig({ STACKS_API_RPM: '60', ...env }));
    expect(share({})).toBe(60);
    expect(share({ DATABASE_URL, SLUICE_WORKERS: '2' })).toBe(20);
    expect(share({ DATABASE_URL, SLUICE_WORKERS: '2', SLUICE_ROLES: 'api' })).toBe(30);
  });

  it('are one per core with auto, where several are of use', () => {
    expect(workers({ DATABASE_URL, SLUICE_WORKERS: 'auto' })).toBe(availableParallelism());
    expect(workers({ SLUICE_WORKERS: 'auto' })).toBe(1);
    expect(workers({ DATABASE_URL, SLUICE_WORKERS: 'auto', SLUICE_ROLES: 'executor' })).toBe(1);
  });

  it('are refused on SQLite and without the role api, with both settings named', () => {
    expect(() => workers({ SLUICE_WORKERS: '2' })).toThrow(
      'SLUICE_WORKERS is 2, and DATABASE_URL names an SQLite file, which belongs to one process: name a Postgres database, or leave SLUICE_WORKERS out',
    );
    expect(() => workers({ DATABASE_URL, SLUICE_WORKERS: '2', SLUICE_ROLES: 'executor' })).toThrow(
      'SLUICE_WORKERS is 2, and SLUICE_ROLES lacks api: only that role is divided among workers',
    );
    expect(() => workers({ SLUICE_WORKERS: 'all' })).toThrow(
      'SLUICE_WORKERS must be auto or a whole number from 1 to 256, not "all"',
    );
  });
});

describe('devnetJournalPath', () => {
  it.each([
    ['sqlite:./data/sluice.db', './data/sluice.db.devnet.jsonl'],
    ['sqlite::memory:', undefined],
    ['postgres://user:secret@localhost:5432/exchange', './data/exchange.devnet.jsonl'],
  ])('devnetJournalPath for the database %s is %s', (databaseUrl, path) => {
    expect(devnetJournalPath({ databaseUrl })).toBe(path);
  });

  it('reads the operator’s limits, none of which applies by default', () => {
    const { limits, dryRun } = readConfig({
      SLUICE_MIN_OPERATOR_USTX: '5000000',
      SLUICE_MAX_FEES_PER_HOUR_USTX: '1',
      SLUICE_MAX_FEES_PER_DAY_USTX: '20000000',
      SLUICE_MAX_ORDER_USD: '2500.50',
      SLUICE_MAX_HOURLY_USD: '10000',
      SLUICE_DRY_RUN: 'true',
    });
    expect({ ...limits, dryRun }).toEqual({
      minOperatorUstx: 5_000_000n,
      maxFeesPerHourUstx: 1n,
      maxFeesPerDayUstx: 20_000_000n,
      maxOrderUsd: 2500.5,
      maxHourlyUsd: 10_000,
      dryRun: true,
    });
  });

  it.each([
    ['SLUICE_MIN_OPERATOR_USTX', '-1'],
    ['SLUICE_MAX_FEES_PER_HOUR_USTX', '0'],
    ['SLUICE_MAX_FEES_PER_DAY_USTX', '1.5'],
    ['SLUICE_MAX_ORDER_USD', '0'],
    ['SLUICE_MAX_HOURLY_USD', '$5'],
    ['SLUICE_DRY_RUN', 'yes'],
  ])('refuses %s=%s, rather than run without the limit', (name, value) => {
    const error = errorOf({ [name]: value });
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toContain(name);
  });

  it('refuses operator’s wallets of another network, or with a typing error', () => {
    const read = (SLUICE_OPERATOR_WALLETS: string) => () =>
      readConfig({ SLUICE_NETWORK: 'devnet', SLUICE_OPERATOR_WALLETS });
    const mainnet = 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS';
    const devnet = 'STVC6ABWSY5SG3ZEAPX06K81XDF9MNSNF9EHYJWA';
    expect(read(devnet)().operatorWallets).toEqual([devnet]);
    expect(read('')().operatorWallets).toBeUndefined();
    expect(read(`${devnet}, ${mainnet}`)).toThrow(`names ${mainnet}, which must be a devnet address`);
    expect(read(devnet.replace('C6', '6C'))).toThrow('with a valid checksum');
    expect(read('alice')).toThrow('SLUICE_OPERATOR_WALLETS must be addresses of accounts');
  });

  it('refuses the operator key both as a value and as a file, without quoting the key', () => {
    const error = errorOf({ SLUICE_OPERATOR_KEY: KEY, SLUICE_OPERATOR_KEY_FILE: '/run/key' });
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toContain('must not both be set');
    expect(String(error)).not.toContain(KEY);
  });
});
