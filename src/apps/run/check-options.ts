import { parseOperatorKey } from '../../adapters/stacks/index.js';
import { databaseProblems } from '../../adapters/typeorm/database-source.js';
import { clockProblems } from '../../application/check-ports.js';
import { settingProblems } from '../../application/check-settings.js';
import type { CheckedSetting } from '../../application/setting.js';
import { closestName } from '../../domain/shared/closest-name.js';
import { isObject, text, type Parse } from '../../domain/shared/fields.js';
import type { Registry } from '../../domain/market/registry.js';
import { NETWORKS } from '../../domain/shared/network.js';
import {
  aFunction,
  among,
  anObject,
  count,
  meantBy,
  refuseOptions,
  requireObject,
  shown,
  unknownNames,
  wrongItems,
  wrongOption,
  wrongSecret,
  wrongValue,
} from '../../domain/shared/option-checks.js';
import { err, ok } from '../../domain/shared/result.js';
import { PORT_NAMES } from '../../ports/port-names.js';
import { MIN_REQUESTS_PER_MINUTE, ROLES } from './pace.js';
import { CHAIN_RUN_SETTINGS, RUN_SETTINGS } from './settings.js';
import type { ChainOptions, SluiceOptions } from './options.js';

type Check = (name: string, value: unknown) => readonly string[];

const MOST_CHARACTERS = 1_000;

const each =
  (parse: Parse<unknown>): Check =>
  (name, value) =>
    wrongOption(name, value, parse);

const checksOf = <T extends Readonly<Record<string, CheckedSetting>>>(settings: T) =>
  Object.fromEntries(Object.entries(settings).map(([name, { check }]) => [name, each(check)])) as Readonly<
    Record<keyof T, Check>
  >;

/** Checks that a node client can use the address. A value that may hold a password or a key is not shown. */
const address: Check = (name, value) => {
  const isUsable = typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value);
  if (isUsable || value === undefined) return [];
  const isShown = typeof value !== 'string' || !/[@?]/.test(value);
  return [`${name} must be an http(s) address${isShown ? `, not ${shown(value)}` : ''}`];
};

const operatorKey: Parse<unknown> = (raw) =>
  typeof raw === 'string' ? parseOperatorKey(raw) : err({ reason: 'must be a text' });

const operatorKeys: Check = (name, value) => {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return [`${name} must be a list of keys, not ${nameOfKind(value)}`];
  return value.flatMap((key, n) => wrongSecret(`${name}[${n}]`, key, operatorKey));
};

const nameOfKind = (value: unknown): string => (typeof value === 'string' ? 'a text' : shown(value));

const registry: Parse<unknown> = (raw) =>
  isObject(raw) || text(MOST_CHARACTERS)(raw).ok
    ? ok(raw)
    : err({ reason: 'must be the path of a registry file, or a registry' });

const CHAIN: Readonly<Record<keyof Required<ChainOptions>, Check>> = {
  network: (name, value) => wrongValue(name, value, among(...NETWORKS)),
  url: (name, value) => (value === undefined ? [`${name} is required`] : address(name, value)),
  fallbackUrls: (name, value) =>
    Array.isArray(value)
      ? value.flatMap((url, n) => address(`${name}[${n}]`, url))
      : wrongItems(name, value, ok),
  apiKey: (name, value) => wrongSecret(name, value, text(MOST_CHARACTERS)),
  requestsPerMinute: each(count(MIN_REQUESTS_PER_MINUTE)),
  registry: each(registry),
  operatorKeys,
  ...checksOf(CHAIN_RUN_SETTINGS),
};

const log: Check = (name, value) => {
  const lacks = ['debug', 'info', 'warn', 'error'].filter(
    (level) => typeof (value as Record<string, unknown> | undefined)?.[level] !== 'function',
  );
  return value === undefined || lacks.length === 0 ? [] : [`${name} has no method ${lacks.join(', ')}`];
};

const OPTIONS: Readonly<Record<keyof Required<SluiceOptions>, Check>> = {
  database: (_, value) => (value === undefined ? [] : databaseProblems(value)),
  schema: each(text(63)),
  chain: each(anObject('an object such as { network, url }')),
  ports: each(anObject('an object with ports')),
  settings: each(anObject('an object with settings')),
  roles: (name, value) => wrongItems(name, value, among(...ROLES)),
  ...checksOf(RUN_SETTINGS),
  log,
  onPass: each(aFunction()),
};

/**
 * Refuses unknown options and unusable values, which JavaScript has no compiler to find. Among ports, it refuses only names that
 * are nearly right, since that object may have other properties.
 *
 * @throws RangeError that names each problem with its value, unless that may be secret, and the expected form.
 */
export function checkOptions(options: SluiceOptions): void {
  requireObject('the options of startSluice', options);
  const { chain, settings, ports } = options;
  refuseOptions([
    ...problemsOf(options, OPTIONS, ''),
    ...(isObject(chain) ? problemsOf(chain, CHAIN, 'chain.') : []),
    ...(isObject(chain) && isObject(chain.registry) ? registryProblems(chain) : []),
    ...(isObject(settings) ? settingProblems(settings) : []),
    ...(isObject(ports) ? portProblems(ports) : []),
  ]);
}

function problemsOf(options: object, checks: Readonly<Record<string, Check>>, prefix: string) {
  const values = new Map<string, unknown>(Object.entries(options));
  return [
    ...unknownNames(options, Object.keys(checks), `option ${prefix}`),
    ...Object.entries(checks).flatMap(([name, check]) => check(`${prefix}${name}`, values.get(name))),
  ];
}

function registryProblems({ registry, network }: ChainOptions): readonly string[] {
  const given: Partial<Registry> = registry as Registry;
  const lists = ['tokens', 'vaults', 'routers'] as const;
  if (!lists.every((name) => Array.isArray(given[name])))
    return ['chain.registry must be what createRegistry made, or the path of a registry file'];
  return given.network === network ? [] : [`chain.registry is one of ${given.network}, not of ${network}`];
}

function portProblems(ports: Readonly<Record<string, unknown>>): readonly string[] {
  const misspelt = Object.keys(ports).filter((name) => closestName(name, PORT_NAMES) !== undefined);
  return [
    ...misspelt
      .filter((name) => !PORT_NAMES.includes(name as (typeof PORT_NAMES)[number]))
      .map((name) => `unknown option ports.${name}; ${meantBy(name, PORT_NAMES)}`),
    ...(ports['clock'] === undefined ? [] : clockProblems(ports['clock'])),
  ];
}
