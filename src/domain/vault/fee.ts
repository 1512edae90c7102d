import { err, ok, type Result } from '../shared/result.js';
import { toUnits } from '../shared/units.js';
import { rulesOf, sidesOf } from './kinds.js';
import { ceilDivide, PPM } from './pool.js';
import { FEE_PROBE } from './rules.js';
import type { HopQuote, Reserves, Vault } from './vault.js';

/**
 * Reason why a vault's fee cannot be read from its contracts: it quotes nothing, its quotes do not reveal a fee, or those of its
 * two directions reveal different ones.
 */
export interface FeeUnread {
  readonly kind: 'fee-unread';
  readonly reason: 'no-quote' | 'no-fee' | 'quotes-disagree';
}

/** The fees of a vault in parts per million, as stated by its contracts. */
export type VaultFees = Required<Pick<Vault, 'feePpm'>> & Pick<Vault, 'protocolFeePpm'>;

/** Whether the input after the fee in the vault's own quotes reveals its fee. */
export const quotesTellFee = (vault: Vault): boolean => rulesOf(vault).feeFromQuote !== undefined;

/** Whether the chain reveals the vault's fee: by its quotes, by these and its reserves together, or by the data of its pool. */
export function chainTellsFee(vault: Vault): boolean {
  const { feeFromReserves, poolTellsFees = false } = rulesOf(vault);
  return quotesTellFee(vault) || feeFromReserves !== undefined || poolTellsFees;
}

/**
 * The quotes that reveal the vault's fee, one per direction. With `reserves`, inputs are as large as the vault's holdings, since
 * the output then shows the smallest difference of a fee.
 */
export function feeProbes(vault: Vault, reserves?: Reserves) {
  return rulesOf(vault).opcodes.map((opcode) => {
    const { x } = sidesOf(vault, reserves, opcode);
    // A multiple of the scale of fees, so nothing is rounded.
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
