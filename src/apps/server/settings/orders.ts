import { matching, text } from '../../../application/setting-forms.js';
import { settings } from '../../../application/setting.js';

const OPERATOR_KEYS = /^[0-9a-fA-F]{64}(01)?(\s*,\s*[0-9a-fA-F]{64}(01)?)*$/;

/** Settings for accepted orders, and for how swaps are sent and paid for. */
export const ORDER_SETTINGS = settings({
  operatorKeys: {
    env: 'SLUICE_OPERATOR_KEY',
    form: matching(
      OPERATOR_KEYS,
      '64 hex characters, or 66 ending in 01, or several such keys separated by commas',
    ),
    defaultWords: 'devnet: a development key',
    about:
      'private key that pays for swaps, or several separated by commas; without it, no swaps are sent (except on devnet)',
    isSecret: true,
  },
  operatorKeyFile: {
    env: 'SLUICE_OPERATOR_KEY_FILE',
    form: text,
    about: 'a file with one key per line, in place of `SLUICE_OPERATOR_KEY`',
  },
});
