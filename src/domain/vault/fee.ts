import { err, ok, type Result } from '../shared/result.js';
import { toUnits } from '../shared/units.js';
import { rulesOf, sidesOf } from './kinds.js';
import { ceilDivide, PPM } from './pool.js';
import { FEE_PROBE } from './rules.js';
import type { HopQuote, Reserves, Vault } from './vault.js';

/**
 * Reason why a vault's fee cannot be read from its contracts: it quotes nothing, its quotes do not tell a fee, or those of its two
 * directions tell different ones.
 */
export interface FeeUnread {
  readonly kind: 'fee-unread';
  readonly reason: 'no-quote' | 'no-fee' | 'quotes-disagree';
}

/** The fees of a vault in parts per million, as its contracts tell them. */
export type VaultFees = Required<Pick<Vault, 'feePpm'>> & Pick<Vault, 'protocolFeePpm'>;

/** Whether the input after the fee that the vault's own quotes report tells its fee. */
export const quotesTellFee = (vault: Vault): boolean => rulesOf(vault).feeFromQuote !== undefined;

/** Whether the chain tells the vault's fee: its quotes, these and its reserves together, or the data of its pool. */
export function chainTellsFee(vault: Vault): boolean {
  const { feeFromReserves, poolTellsFees = false } = rulesOf(vault);
  return quotesTellFee(vault) || feeFromReserves !== undefined || poolTellsFees;
}

/**
 * The quotes that tell the vault's fee: one for each direction. With `reserves` as large as what the vault holds, since then its output
 * shows the smallest difference of a fee.
 */
export function feeProbes(vault: Vault, reserves?: Reserves) {
  return rulesOf(vault).opcodes.map((opcode) => {
    const { x } = sidesOf(vault, reserves, opcode);
    // A multiple of the scale of fees, so that nothing is rounded.
    return { vault, opcode, amountIn: toUnits(x === 0n ? FEE_PROBE : ceilDivide(x, PPM) * PPM) };
  });
}

/** The vault's fee, as its contract's quotes for `feeProbes` tell it. */
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
