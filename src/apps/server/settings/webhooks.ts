import { flag, hostNames } from './forms.js';
import { setting } from './setting.js';

/** Messages to receivers that strangers name. */
export const WEBHOOK_SETTINGS = {
  SLUICE_WEBHOOKS: setting({
    form: flag,
    byDefault: true,
    about:
      '`false`: wallets cannot create [webhooks](../how-to/receive-webhooks.md), and nothing is sent to those there are',
  }),
  SLUICE_WEBHOOK_HOSTS: setting({
    form: hostNames,
    byDefault: [],
    onDevnet: ['localhost', '127.0.0.1'],
    about:
      'hosts, separated by commas, that webhooks may lead to although they are not public, with http and any port ([why](../explanation/security.md#webhooks))',
  }),
};
