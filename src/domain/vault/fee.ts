import { err, ok, type Result } from '../shared/result.js';
import { toUnits } from '../shared/units.js';
import { rulesOf, sidesOf } from './kinds.js';
import { ceilDivide, PPM } from './pool.js';
import { FEE_PROBE } from './rules.js';
import type { HopQuote, Reserves, Vault } from './vault.js';

/**
 * Reason why a vault's fee cannot be read from its contracts: the vault quotes nothing, its quotes reveal no fee, or the quotes
 * of its two directions reveal different fees.
 */
export interface FeeUnread {
  readonly kind: 'fee-unread';
  readonly reason: 'no-quote' | 'no-fee' | 'quotes-disagree';
}

/** The fees of a vault in parts per million, as stated by its contracts. */
export type VaultFees = Required<Pick<Vault, 'feePpm'>> & Pick<Vault, 'protocolFeePpm'>;

/** Whether the input after the fee in the vault's own quotes reveals its fee. */
export const quotesTellFee = (vault: Vault): boolean => rulesOf(vault).feeFromQuote !== undefined;

/** Whether the chain reveals the vault's fee: through its quotes, through its quotes and reserves together, or in its pool's data. */
export function chainTellsFee(vault: Vault): boolean {
  const { feeFromReserves, poolTellsFees = false } = rulesOf(vault);
  return quotesTellFee(vault) || feeFromReserves !== undefined || poolTellsFees;
}

/**
 * Requests for the quotes that reveal the vault's fee, one per direction. With `reserves`, the inputs are as large as the vault's
 * holdings, so that the outputs show even the smallest difference in the fee.
 */
export function feeProbes(vault: Vault, reserves?: Reserves) {
  return rulesOf(vault).opcodes.map((opcode) => {
    const { x } = sidesOf(vault, reserves, opcode);
    // A multiple of `PPM`, so nothing is rounded.
    return { vault, opcode, amountIn: toUnits(x === 0n ? FEE_PROBE : ceilDivide(x, PPM) * PPM) };
  });
}

/** The vault's fee according to its contract's quotes for `feeProbes`. */
export function feesOfQuotes(
  vault: Vault,
  quotes: readonly (HopQuote | undefined)[],
  reserves?: Reserves,
): Result<VaultFees, FeeUnread> {
  const unread = (reason: FeeUnread['reason']) => err({ kind: 'fee-unread' as const, reason });
  const { feeFromQuote, feeFromReserves } = rulesOf(vault);
  const probes = feeProbes(vault, reserves);
  const fees = new Set<number>();
  for (const [n, quote] of quotes.entries()) {
    if (quote === undefined) return unread('no-quote');
    const { opcode, amountIn } = probes[n]!;
    const fee = feeFromQuote?.(quote) ?? feeFromReserves?.(amountIn, quote, sidesOf(vault, reserves, opcode));
    if (fee === undefined) return unread('no-fee');
    fees.add(fee);
  }
  const [feePpm, other] = fees;
  if (feePpm === undefined) return unread('no-quote');
  return other === undefined ? ok({ feePpm }) : unread('quotes-disagree');
}
