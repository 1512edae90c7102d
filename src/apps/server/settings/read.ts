import { closestName } from '../../../domain/shared/closest-name.js';
import {
  isSetting,
  serverDefault,
  type Setting,
  type Table,
  type Variable,
} from '../../../application/setting.js';
import { SETTINGS, VARIABLES, type SettingValues } from './index.js';

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings that an environment makes, and what is wrong with it. */
export interface ReadSettings {
  /** With the default in place of a value that is unusable. */
  readonly values: SettingValues;
  /** A sentence for each problem. None holds a secret. */
  readonly problems: readonly string[];
}

/** Reads every setting, and finds every value that is unusable and every `SLUICE_…` that is no setting. */
export function readSettings(env: Environment): ReadSettings {
  const problems: string[] = [];
  const isDevnet = SETTINGS.network.form.read(env['SLUICE_NETWORK']?.trim() || 'devnet') === 'devnet';
  const valueOf = ({ env: name, form, isSecret }: Variable): unknown => {
    const raw = env[name]?.trim() ?? '';
    const value = raw === '' ? undefined : form.read(raw);
    if (raw !== '' && value === undefined)
      problems.push(`${name} must be ${form.wanted}${isSecret ? '' : `, not ${shown(raw)}`}`);
    return value;
  };
  const read = (table: Table): object =>
    Object.fromEntries(
      Object.entries(table).flatMap(([key, row]) => {
        if (!isSetting(row)) return [[key, read(row)]];
        if (!isVariable(row)) return [];
        const value = valueOf(row) ?? serverDefault(row, isDevnet);
        return [[key, 'none' in row && value === row.none ? undefined : value]];
      }),
    );
  const values = read(SETTINGS) as SettingValues;
  return { values, problems: [...problems, ...unknownNames(env)] };
}

const isVariable = (row: Setting): row is Variable => row.env !== undefined;

const MAX_SHOWN = 80;
/** A key or a token that got into the wrong variable. */
const SECRET = /[0-9a-f]{32}/i;
/** The user and the password of an address. */
const CREDENTIALS = /\/\/[^/@\s]*@/g;

/** The value as it was received, without what may be a secret. */
function shown(raw: string): string {
  if (SECRET.test(raw)) return 'a value that may be a secret';
  const safe = raw.replace(CREDENTIALS, '//…@');
  return JSON.stringify(safe.length > MAX_SHOWN ? `${safe.slice(0, MAX_SHOWN)}…` : safe);
}

const PREFIX = 'SLUICE_';

/** Environment of the commands that call a server, which may be set for all of a shell. The server reads none of it. */
export const COMMAND_VARIABLES = ['SLUICE_URL', 'SLUICE_API_KEY', 'SLUICE_WALLET_KEY'] as const;

function unknownNames(env: Environment): readonly string[] {
  const unknown = Object.keys(env).filter(
    (name) =>
      name.startsWith(PREFIX) &&
      !Object.hasOwn(VARIABLES, name) &&
      !COMMAND_VARIABLES.some((each) => each === name) &&
      !isServiceLink(name, env[name]),
  );
  return unknown.map((name) => {
    const nearest = nearestName(name);
    const hint = nearest === undefined ? 'docs/reference/settings.md lists them' : `did you mean ${nearest}?`;
    return `${name} is not a setting: ${hint}`;
  });
}

/** Kubernetes sets these in every container beside a service named "sluice". */
const isServiceLink = (name: string, value = ''): boolean =>
  /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_\w+)?$/.test(name) ||
  (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value));

const bare = (name: string): string => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name);

/** The setting whose name was probably meant, with or without the prefix. */
function nearestName(name: string): string | undefined {
  const known = new Map(Object.keys(VARIABLES).map((setting) => [bare(setting), setting]));
  return known.get(closestName(bare(name), [...known.keys()]) ?? '');
}
