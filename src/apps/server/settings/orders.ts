import { dollars, flag, fraction, integer, matching, text, ustx } from './forms.js';
import { setting } from './setting.js';

const OPERATOR_KEYS = /^[0-9a-fA-F]{64}(01)?(\s*,\s*[0-9a-fA-F]{64}(01)?)*$/;

/** Settings for the orders that are taken, and for how swaps are sent and paid for. */
export const ORDER_SETTINGS = {
  SLUICE_OPERATOR_KEY: setting({
    form: matching(
      OPERATOR_KEYS,
      '64 hex characters, or 66 ending in 01, or several such keys separated by commas',
    ),
    defaultWords: 'devnet: a development key',
    about:
      'private key that pays for swaps, or several separated by commas; without it, no swaps are sent (except on devnet)',
    isSecret: true,
  }),
  SLUICE_OPERATOR_KEY_FILE: setting({
    form: text,
    about: 'a file with a key a line, in place of `SLUICE_OPERATOR_KEY`',
  }),
  SLUICE_MIN_OPERATOR_USTX: setting({
    form: ustx,
    about: 'balance below which an operator account pays for nothing new, microSTX',
  }),
  SLUICE_MAX_FEES_PER_HOUR_USTX: setting({
    form: ustx,
    about: 'most fees within an hour, of all processes on the database, microSTX',
  }),
  SLUICE_MAX_FEES_PER_DAY_USTX: setting({ form: ustx, about: 'the same within 24 hours' }),
  SLUICE_MAX_ORDER_USD: setting({
    form: dollars,
    about: 'most that one order may be worth, in dollars of recorded prices',
  }),
  SLUICE_MAX_HOURLY_USD: setting({
    form: dollars,
    about: 'most that all swaps within an hour may be worth',
  }),
  SLUICE_DRY_RUN: setting({
    form: flag,
    byDefault: false,
    about: '`true`: swaps are planned and logged, and none is stored or sent',
  }),
  SLUICE_REQUIRE_AUDIENCE: setting({
    form: flag,
    byDefault: false,
    about: '`true`: wallets’ messages must name this server and its network',
  }),
  SLUICE_REQUIRE_SIGNED_TERMS: setting({
    form: flag,
    byDefault: false,
    about: '`true`: takes and sends only orders whose owner signed all terms',
  }),
  SLUICE_ALLOW_OPEN_PAYOUT: setting({
    form: flag,
    byDefault: false,
    about: '`true`: takes new orders for routers that pay anyone, whose swaps can be copied',
  }),
  SLUICE_EXECUTOR_MS: setting({
    form: integer(10, 3_600_000),
    byDefault: 60_000,
    onDevnet: 1_000,
    about: 'longest time between two executor passes, ms',
  }),
  SLUICE_STUCK_MS: setting({
    form: integer(10, 86_400_000),
    byDefault: 600_000,
    about: 'how long a swap may stay unmined before its fee is raised, ms',
  }),
  SLUICE_OWNER_IN_FLIGHT: setting({
    form: integer(1, 1_000),
    byDefault: 10,
    about: 'swaps that one owner may have under way at a time; 25 or more: no limit per owner',
  }),
  SLUICE_OWNER_FAILURES: setting({
    form: integer(1, 1_000_000),
    byDefault: 5,
    about: 'swaps of one owner that may fail at the operator’s cost within an hour',
  }),
  SLUICE_SLIPPAGE: setting({
    form: fraction(0.5),
    byDefault: 0.01,
    about: 'fraction by which a swap’s amounts may move before the chain aborts it',
  }),
  SLUICE_MAX_SLIPPAGE: setting({
    form: fraction(0.5),
    byDefault: 0.05,
    about: 'largest `slippage` that an order may name for itself, a fraction up to 0.5',
  }),
  SLUICE_MIN_LIQUIDITY_USD: setting({
    form: integer(0, 1_000_000_000),
    byDefault: 1_000,
    about: 'dollars in pools of a trigger’s token below which it triggers nothing',
  }),
  SLUICE_MAX_FEE_USTX: setting({
    form: integer(1, 1_000_000_000),
    byDefault: 10_000,
    about: 'cap on the fee of one swap, in microSTX',
  }),
};
