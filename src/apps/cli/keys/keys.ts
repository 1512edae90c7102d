import { print, printNote, printTable } from '../../../adapters/terminal/index.js';
import type { ApiKey, KeyRequest, NewApiKey } from '../../../sdk/client/index.js';
import { printJson, printList, printResult, type JsonOption } from '../result.js';
import { openWallet, type TradingOptions } from '../service/trading.js';
import { limitsOf, limitText, type LimitOptions } from './limits.js';

export type KeysOptions = TradingOptions & JsonOption;

export interface CreateKeyOptions extends KeysOptions, LimitOptions {
  readonly may: NewApiKey['permissions'];
  readonly until?: Date;
}

/** Creates a key, and prints only the key itself on stdout. It is not shown again. */
export async function createKey(name: string, { may, until, ...options }: CreateKeyOptions): Promise<number> {
  const { client } = await openWallet(options);
  const limits = await limitsOf(client, options);
  const { status: _, ...created } = await client.keys.create({
    name,
    permissions: may,
    ...(limits !== undefined && { limits }),
    ...(until !== undefined && { expiresAt: until }),
  });
  if (options.json === true) printJson(created);
  else {
    print(created.apiKey);
    const may = [created.permissions.join(', '), limitText(created)].filter(Boolean).join('; ');
    printNote(`${created.keyId} may ${may}: keep the key, it is not shown again`);
  }
  return 0;
}

const TITLES = ['id', 'name', 'key', 'may', 'limits', 'status', 'expires', 'last used', 'requests'] as const;

const cellsOf = (key: ApiKey): readonly string[] => [
  key.id,
  key.name,
  key.keyPreview,
  key.permissions.join(', '),
  limitText(key) || 'none',
  key.status,
  key.expiresAt ?? 'never',
  key.lastUsedAt ?? 'never',
  String(key.usageStats.totalRequests),
];

export async function listKeys(options: KeysOptions): Promise<number> {
  const { client } = await openWallet(options);
  const apiKeys = await client.keys.list();
  return printList({ apiKeys }, options, { titles: TITLES, rows: apiKeys.map(cellsOf), none: 'no keys' });
}

/** Shows a key and its last requests. */
export async function showKey(id: string, options: KeysOptions): Promise<number> {
  const { client } = await openWallet(options);
  const { apiKey, recentActivity } = await client.keys.get(id);
  if (options.json === true) printJson({ apiKey, recentActivity });
  else {
    printTable(TITLES, [cellsOf(apiKey)]);
    print('');
    if (recentActivity.length === 0) print('no requests yet');
    else printTable(REQUEST_TITLES, recentActivity.map(requestCells));
  }
  return 0;
}

const REQUEST_TITLES = ['at', 'request', 'status', 'took', 'error'] as const;

const requestCells = (request: KeyRequest): readonly string[] => [
  request.timestamp,
  `${request.method} ${request.endpoint}`,
  String(request.statusCode),
  `${request.responseTime} ms`,
  request.errorMessage ?? '-',
];

export async function revokeKey(id: string, options: KeysOptions): Promise<number> {
  const { client } = await openWallet(options);
  await client.keys.revoke(id);
  return printResult({ id, status: 'revoked' }, options, () => [`revoked ${id}`]);
}
