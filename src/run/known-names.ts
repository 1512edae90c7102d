import { PORT_NAMES } from '../adapters/inversify/tokens.js';
import { DEFAULT_SETTINGS } from '../application/settings.js';
import { closestName } from '../domain/shared/closest-name.js';
import { ROLES } from './pace.js';
import type { ChainOptions, SluiceOptions } from './options.js';

const OPTIONS = {
  database: true,
  schema: true,
  chain: true,
  ports: true,
  settings: true,
  roles: true,
  executorMs: true,
  webhooks: true,
  log: true,
  onPass: true,
} as const satisfies Record<keyof Required<SluiceOptions>, true>;

const CHAIN = {
  network: true,
  url: true,
  fallbackUrls: true,
  apiKey: true,
  requestsPerMinute: true,
  registry: true,
  operatorKeys: true,
  maxFeeUstx: true,
  requireContract: true,
} as const satisfies Record<keyof Required<ChainOptions>, true>;

/**
 * Refuses options that mean nothing: in JavaScript, no compiler finds a misspelt one. Of ports only nearly known names are refused,
 * since an object with more than ports is fine.
 *
 * @throws Error that names the first unknown option and the known one that was probably meant, never a value.
 */
export function refuseUnknownNames(options: SluiceOptions): void {
  const { chain = {}, settings = {}, ports = {}, roles = [] } = options;
  refuse(Object.keys(options), Object.keys(OPTIONS), 'option');
  refuse(Object.keys(chain), Object.keys(CHAIN), 'option chain.');
  refuse(Object.keys(settings), Object.keys(DEFAULT_SETTINGS), 'option settings.');
  refuse(roles, ROLES, 'role');
  const misspelt = Object.keys(ports).filter((name) => closestName(name, PORT_NAMES) !== undefined);
  refuse(misspelt, PORT_NAMES, 'option ports.');
}

function refuse(names: readonly string[], known: readonly string[], kind: string): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const meant = closestName(unknown, known);
  const place = kind.endsWith('.') ? `${kind}${unknown}` : `${kind} ${unknown}`;
  throw new Error(
    `unknown ${place}; ${meant === undefined ? `there are ${known.join(', ')}` : `did you mean ${meant}?`}`,
  );
}
