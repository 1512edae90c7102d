import { err, ok, type Result } from '../shared/result.js';
import { toUnits } from '../shared/units.js';
import { rulesOf } from './kinds.js';
import { FEE_PROBE } from './rules.js';
import type { HopQuote, Vault } from './vault.js';

/**
 * Why a vault's fee cannot be read from its quotes: it quotes nothing, its quotes do not tell a fee, or those of its two
 * directions tell different ones.
 */
export interface FeeUnread {
  readonly kind: 'fee-unread';
  readonly reason: 'no-quote' | 'no-fee' | 'quotes-disagree';
}

/** Whether quotes of the vault's own contract tell its fee. */
export const quotesTellFee = (vault: Vault): boolean => rulesOf(vault).feeFromQuote !== undefined;

/** The quotes that tell the vault's fee: one for each direction. */
export function feeProbes(vault: Vault) {
  const amountIn = toUnits(FEE_PROBE);
  return rulesOf(vault).opcodes.map((opcode) => ({ vault, opcode, amountIn }));
}

/** The vault's fee in parts per million, as its contract's quotes for `feeProbes` tell it. */
export function feeOfQuotes(
  vault: Vault,
  quotes: readonly (HopQuote | undefined)[],
): Result<number, FeeUnread> {
  const unread = (reason: FeeUnread['reason']) => err({ kind: 'fee-unread' as const, reason });
  const fees = new Set<number>();
  for (const quote of quotes) {
    if (quote === undefined) return unread('no-quote');
    const fee = rulesOf(vault).feeFromQuote?.(quote);
    if (fee === undefined) return unread('no-fee');
    fees.add(fee);
  }
  const [fee, other] = fees;
  if (fee === undefined) return unread('no-quote');
  return other === undefined ? ok(fee) : unread('quotes-disagree');
}
