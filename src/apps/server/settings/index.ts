import {
  isSetting,
  serverDefault,
  type ReadValues,
  type Table,
  type Variable,
  type VariableName,
} from '../../../application/setting.js';
import * as core from '../../../application/settings.js';
import { CHAIN_RUN_SETTINGS, RUN_SETTINGS } from '../../run/settings.js';
import { ADDRESS_SETTINGS, CALLER_SETTINGS } from './callers.js';
import { CHAIN_SETTINGS } from './chain.js';
import { ORDER_SETTINGS } from './orders.js';
import { SERVER_SETTINGS } from './server.js';

export { AREAS } from './server.js';

const { webhooks, ...PROCESS_SETTINGS } = RUN_SETTINGS;

/** Settings in groups, as operators read about them. */
const GROUPS = {
  'The server': { ...SERVER_SETTINGS, ...PROCESS_SETTINGS, ...core.ACCESS_SETTINGS },
  'Chain, tokens and prices': { ...CHAIN_SETTINGS, ...CHAIN_RUN_SETTINGS, ...core.CHAIN_SETTINGS },
  'Orders and swaps': { ...ORDER_SETTINGS, ...core.ORDER_SETTINGS },
  Webhooks: { webhooks, ...core.WEBHOOK_SETTINGS },
  'Limits of callers': CALLER_SETTINGS,
  'What strangers can store': { ...core.STORAGE_SETTINGS, ...ADDRESS_SETTINGS },
};

/** Every setting of the server, by the name of its value. */
export const SETTINGS = {
  ...GROUPS['The server'],
  ...GROUPS['Chain, tokens and prices'],
  ...GROUPS['Orders and swaps'],
  ...GROUPS.Webhooks,
  ...GROUPS['Limits of callers'],
  ...GROUPS['What strangers can store'],
};

/** The value of each setting. */
export type SettingValues = ReadValues<typeof SETTINGS>;

/** The name of a setting's variable. */
export type SettingName = VariableName<typeof SETTINGS>;

/** Variables of settings by name, each with the server's default. */
const variablesOf = (table: Table): Readonly<Record<string, Variable>> =>
  Object.assign(
    {},
    ...Object.values(table).map((row) => {
      if (!isSetting(row)) return variablesOf(row);
      return row.env === undefined ? {} : { [row.env]: { ...row, byDefault: serverDefault(row, false) } };
    }),
  ) as Readonly<Record<string, Variable>>;

/** Every variable by its name. */
export const VARIABLES = variablesOf(SETTINGS);

/** The variables of each group. */
export const SETTING_GROUPS = Object.fromEntries(
  Object.entries(GROUPS).map(([title, table]) => [title, variablesOf(table)]),
);
