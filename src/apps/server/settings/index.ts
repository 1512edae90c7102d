import { CALLER_SETTINGS } from './callers.js';
import { CHAIN_SETTINGS } from './chain.js';
import { ORDER_SETTINGS } from './orders.js';
import { QUOTA_SETTINGS } from './quotas.js';
import { SERVER_SETTINGS } from './server.js';
import type { Setting } from './setting.js';
import { WEBHOOK_SETTINGS } from './webhooks.js';

export { AREAS } from './server.js';
export type { Setting } from './setting.js';

/** Every setting of the server by the name of its variable, in groups as operators read about them. */
export const SETTING_GROUPS = {
  'The server': SERVER_SETTINGS,
  'Chain, tokens and prices': CHAIN_SETTINGS,
  'Orders and swaps': ORDER_SETTINGS,
  Webhooks: WEBHOOK_SETTINGS,
  'Limits of callers': CALLER_SETTINGS,
  'What strangers can store': QUOTA_SETTINGS,
} as const satisfies Readonly<Record<string, Readonly<Record<string, Setting>>>>;

/** Every setting of the server by the name of its variable. */
export const SETTINGS = {
  ...SERVER_SETTINGS,
  ...CHAIN_SETTINGS,
  ...ORDER_SETTINGS,
  ...WEBHOOK_SETTINGS,
  ...CALLER_SETTINGS,
  ...QUOTA_SETTINGS,
};

/** The name of a setting's variable. */
export type SettingName = keyof typeof SETTINGS;

/** The value of each setting. */
export type SettingValues = {
  readonly [N in SettingName]: (typeof SETTINGS)[N] extends Setting<infer T> ? T : never;
};
