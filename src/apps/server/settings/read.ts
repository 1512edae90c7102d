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

/** The settings from an environment, and their problems. */
export interface ReadSettings {
  /** Values of the settings. An unusable value is replaced by the default. */
  readonly values: SettingValues;
  /** A sentence for each problem, without secrets. */
  readonly problems: readonly string[];
}

/** Reads every setting, and finds every unusable value and every unknown `SLUICE_…` variable. */
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
/** Form of a key or token, in case one is set in the wrong variable. */
const SECRET = /[0-9a-f]{32}/i;
/** The user name and password in a URL. */
const CREDENTIALS = /\/\/[^/@\s]*@/g;

/** The value as received, without anything that may be secret. */
function shown(raw: string): string {
  if (SECRET.test(raw)) return 'a value that may be a secret';
  const safe = raw.replace(CREDENTIALS, '//…@');
  return JSON.stringify(safe.length > MAX_SHOWN ? `${safe.slice(0, MAX_SHOWN)}…` : safe);
}

const PREFIX = 'SLUICE_';

/** Variables of the commands that call a server, which may be set for a whole shell. The server reads none of them. */
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

/** Whether Kubernetes sets the variable: it adds such variables to every container next to a service named "sluice". */
const isServiceLink = (name: string, value = ''): boolean =>
  /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_\w+)?$/.test(name) ||
  (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value));

const bare = (name: string): string => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name);

/** The setting whose name was probably meant, with or without the prefix. */
function nearestName(name: string): string | undefined {
  const known = new Map(Object.keys(VARIABLES).map((setting) => [bare(setting), setting]));
  return known.get(closestName(bare(name), [...known.keys()]) ?? '');
}
