import { feeProbes, feesOfQuotes, type FeeUnread, type VaultFees } from '../../domain/vault/fee.js';
import { rulesOf } from '../../domain/vault/kinds.js';
import type { Reserves, Vault } from '../../domain/vault/vault.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { ChainUnreachable, LiquiditySource } from '../../ports/index.js';

type Unread = FeeUnread | ChainUnreachable;

/** Reads the vault's fees from its own contracts, according to its kind. */
export async function readFees(vault: Vault, liquidity: LiquiditySource): Promise<Result<VaultFees, Unread>> {
  const rules = rulesOf(vault);
  if (rules.poolTellsFees === true) {
    const fees = await liquidity.readPoolFees(vault);
    if (!fees.ok) return fees;
    const isUsable =
      fees.value !== undefined && rules.findDefects({ ...vault, ...fees.value }, new Map()).length === 0;
    return isUsable ? ok(fees.value) : err({ kind: 'fee-unread', reason: 'no-fee' });
  }
  return rules.feeFromReserves === undefined
    ? readByQuotes(vault, liquidity)
    : readByReserves(vault, liquidity);
}

async function readByQuotes(
  vault: Vault,
  liquidity: LiquiditySource,
  reserves?: Reserves,
): Promise<Result<VaultFees, Unread>> {
  const quotes = await liquidity.quoteHops(feeProbes(vault, reserves));
  if (!quotes.ok) return quotes;
  return feesOfQuotes(vault, quotes.value, reserves);
}

/** Uses the quotes only if the reserves were equal before and after them: a block in between would look like a different fee. */
async function readByReserves(vault: Vault, liquidity: LiquiditySource): Promise<Result<VaultFees, Unread>> {
  const before = await readReserves(vault, liquidity);
  if (!before.ok) return before;
  const fees = await readByQuotes(vault, liquidity, before.value);
  const after = await readReserves(vault, liquidity);
  if (!after.ok) return after;
  const isSame =
    before.value.reserveA === after.value.reserveA && before.value.reserveB === after.value.reserveB;
  return isSame ? fees : err({ kind: 'fee-unread', reason: 'quotes-disagree' });
}

async function readReserves(vault: Vault, liquidity: LiquiditySource): Promise<Result<Reserves, Unread>> {
  const read = await liquidity.readReserves([vault]);
  if (!read.ok) return read;
  const reserves = read.value.get(vault.contractId);
  return reserves === undefined ? err({ kind: 'fee-unread', reason: 'no-quote' }) : ok(reserves);
}
