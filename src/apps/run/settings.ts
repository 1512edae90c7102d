import {
  serverDefault,
  settings,
  type CheckedSetting,
  type SettingValue,
  type Setting,
  type Table,
} from '../../application/setting.js';
import { integer, matching, trueOrFalse, ustxUpTo } from '../../application/setting-forms.js';
import { flag, type Parse } from '../../domain/shared/fields.js';
import { bigint, count } from '../../domain/shared/option-checks.js';
import { err, ok } from '../../domain/shared/result.js';

const DAY_MS = 86_400_000;

const GATEWAY = matching(/^https:\/\/[^\s?#]+\/$/, 'an https address that ends in /');

const gateway: Parse<string> = (raw) =>
  typeof raw === 'string' && GATEWAY.read(raw) !== undefined
    ? ok(raw)
    : err({ reason: `must be ${GATEWAY.wanted}` });

const ON = { check: flag, form: trueOrFalse, byDefault: true } as const;

/** Settings of a process that the server and `startSluice` share. */
export const RUN_SETTINGS = settings({
  executorMs: {
    check: count(1, DAY_MS),
    form: integer(10, 3_600_000),
    byDefault: 60_000,
    onDevnet: 1_000,
    env: 'SLUICE_EXECUTOR_MS',
    about: 'longest time between two executor passes, ms',
  },
  webhooks: {
    ...ON,
    env: 'SLUICE_WEBHOOKS',
    about:
      '`false`: wallets cannot create [webhooks](../how-to/receive-webhooks.md), and nothing is sent to existing ones',
  },
  tokenUris: {
    ...ON,
    env: 'SLUICE_TOKEN_URIS',
    about:
      '`false`: reads no [`token_uri`](metadata.md#from-the-chain) of tokens and no [logos](metadata.md#logos)',
  },
  ipfsGateway: {
    check: gateway,
    form: GATEWAY,
    byDefault: 'https://ipfs.io/ipfs/',
    env: 'SLUICE_IPFS_GATEWAY',
    about: 'gateway for `ipfs:` addresses of `token_uri` and of pictures: what follows `ipfs://` is appended',
  },
}) satisfies Table<CheckedSetting>;

/** Settings of a process's chain that the server and `startSluice` share. */
export const CHAIN_RUN_SETTINGS = settings({
  maxFeeUstx: {
    check: bigint(1n),
    form: ustxUpTo(1_000_000_000),
    byDefault: 10_000n,
    env: 'SLUICE_MAX_FEE_USTX',
    about: 'cap on the fee of one swap, in microSTX',
  },
  requireContract: {
    ...ON,
    env: 'SLUICE_METADATA_REQUIRE_CONTRACT',
    about: '`false`: accepts metadata for contracts that may not be on the chain',
  },
  signatureThreads: {
    check: count(0, 64),
    form: integer(0, 64),
    byDefault: 0,
    env: 'SLUICE_SIGNATURE_THREADS',
    about:
      '[threads](../explanation/scaling.md#new-orders) of each process that check signatures; 0 checks them in the thread that does everything else',
  },
}) satisfies Table<CheckedSetting>;

/** Default sources of the bitcoin price; only a server's operator can choose others. */
export const BTC_SOURCES = { byDefault: 'kraken,coinbase,bitstamp', onDevnet: 'fixed:100000' } as const;

/** Values of `RUN_SETTINGS`. */
export type RunSettings = Values<typeof RUN_SETTINGS>;
/** Values of `CHAIN_RUN_SETTINGS`. */
export type ChainRunSettings = Values<typeof CHAIN_RUN_SETTINGS>;

type Values<T> = { readonly [K in keyof T]: SettingValue<T[K]> };

/** Returns the given values of a table's settings, with defaults for the missing ones. */
export const given = <T extends Readonly<Record<string, Setting>>>(
  table: T,
  options: Partial<Values<T>>,
  isDevnet: boolean,
): Values<T> =>
  Object.fromEntries(
    Object.entries(table).map(([name, row]) => [name, options[name] ?? serverDefault(row, isDevnet)]),
  ) as Values<T>;
