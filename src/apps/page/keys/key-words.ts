import type { ApiKey, NewApiKey, ResponseOf } from '../../../sdk/client/index.js';

export type Permission = ApiKey['permissions'][number];

/** Permissions, each with what it allows. `create` is not offered: it would allow nothing, since orders carry their own signatures. */
export const PERMISSIONS: readonly (readonly [permission: Permission, words: string])[] = [
  ['read', 'Read orders, and nothing else'],
  ['execute', 'Execute orders: send an open order’s swap'],
  ['cancel', 'Cancel orders: end open orders'],
  ['webhooks', 'Manage webhooks and alerts'],
];

const NAME = /^[A-Za-z0-9 _-]{1,100}$/;

/** Problem with a key's name; undefined if there is none. */
export function nameProblem(name: string, taken: readonly string[]): string | undefined {
  if (name === '') return undefined;
  if (!NAME.test(name)) return '1 to 100 letters, digits, spaces, - or _';
  return taken.includes(name) ? 'An active key has this name' : undefined;
}

/** Problem with an expiry as entered in a field, in the visitor's zone; undefined if there is none. */
export function expiryProblem(local: string, now: number): string | undefined {
  if (local === '') return undefined;
  const time = Date.parse(local);
  if (Number.isNaN(time)) return 'This is no time';
  return time <= now ? 'It must be in the future' : undefined;
}

/** Key to create, as the visitor entered it. */
export const newKeyOf = (name: string, permissions: readonly Permission[], expiry: string): NewApiKey => ({
  name,
  permissions,
  ...(expiry !== '' && { expiresAt: new Date(expiry) }),
});

/** A newly created key as lists show it, so the wallet need not sign to list it. */
export const listedKey = (
  { apiKey, keyId, status: _, ...terms }: ResponseOf<'createApiKey'>,
  now: number,
): ApiKey => ({
  id: keyId,
  ...terms,
  keyPreview: `${apiKey.slice(0, -64)}…${apiKey.slice(-4)}`,
  status: 'active',
  createdAt: new Date(now).toISOString(),
  lastUsedAt: null,
  revokedAt: null,
  usageStats: {
    totalRequests: 0,
    successfulRequests: 0,
    failedRequests: 0,
    creationCount: 0,
    executionCount: 0,
    cancellationCount: 0,
  },
});

/** Limits of a key, one text for each; none if only its permissions limit it. */
export function limitWords({
  limits = {},
  spentToday = [],
}: Pick<ApiKey, 'limits' | 'spentToday'>): string[] {
  const { pairs = [], plans = [], dailyAmounts = [], addresses = [] } = limits;
  const spent = (token: string) => spentToday.find((each) => each.token === token)?.amount ?? '0';
  return [
    ...pairs.map((pair) => `Pair ${pair.split(',').map(shortContract).join(' / ')}`),
    ...plans.map((plan) => `Plan ${plan}`),
    ...dailyAmounts.map(
      ({ token, amount }) => `${spent(token)} of ${amount} units of ${shortContract(token)} today`,
    ),
    ...addresses.map((address) => `From ${address}`),
  ];
}

const shortContract = (id: string): string => id.slice(id.indexOf('.') + 1);

/** Whether a key can be used, and if not, what ended it. */
export const stateOf = ({ status, revokedAt }: Pick<ApiKey, 'status' | 'revokedAt'>) =>
  status === 'active' ? 'Active' : revokedAt === null ? 'Expired' : 'Revoked';

/** A request that shows how a key is used for one of its permissions. `area` is the address of the `swap` area. */
export function usageOf(area: string, apiKey: string, may: 'execute' | 'cancel' | 'read'): string {
  const orders = `${area.replace(/\/$/, '')}/api/v1/orders`;
  const request =
    may === 'read'
      ? `curl "${orders}?limit=10&view=owner"`
      : `curl -X ${may === 'execute' ? 'POST' : 'PATCH'} "${orders}/UUID_OF_THE_ORDER/${may}"`;
  return [request, `  -H "x-api-key: ${apiKey}"`].join(' \\\n');
}

const ORDER_PATH = /\/orders\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?=\/|$)/i;

/** The order that a request was about, from the id in its path; undefined if it was about none or several. */
export const orderIn = (endpoint: string): string | undefined => ORDER_PATH.exec(endpoint)?.[1];

const UUID = /([0-9a-f]{5})[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{8}([0-9a-f]{4})/gi;

/** Short form of a request's path: without the common prefix, and with abbreviated ids. */
export const shortEndpoint = (endpoint: string): string =>
  endpoint.replace(/^\/swap\/api\/v1/, '').replace(UUID, '$1…$2');
