import type { VaultRules } from './rules.js';

/** A wrapper around another exchange's pool. Only its contract knows its maths, so it is listed but not routed. */
export const EXTERNAL: VaultRules = {
  opcodes: [0, 1],
  hasReserves: true,
  isMarket: false,
  holder: ({ externalPoolId, contractId }) => externalPoolId ?? contractId,
  findDefects: () => [],
};
