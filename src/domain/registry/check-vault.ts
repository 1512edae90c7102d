import { disagrees as isFarFrom } from '../market/quarantine.js';
import type { ContractId } from '../shared/contract-id.js';
import type { Result } from '../shared/result.js';
import type { FeeUnread, VaultFees } from '../vault/fee.js';
import { rulesOf } from '../vault/kinds.js';
import { FEE_PROBE } from '../vault/rules.js';
import type { HopQuote, Vault } from '../vault/vault.js';
import { contractOfAsset, FEE_FIELDS } from '../vault/vault.js';
import { NO_CONTRACT } from './check-contracts.js';
import { hasShape, referencesOf, type ContractFacts } from './contract-facts.js';
import { Findings, type Finding } from './finding.js';

/** Facts that the chain states about a vault. */
export interface VaultOnChain {
  readonly facts: ContractFacts;
  /** Quotes for `feeProbes`, A to B first; undefined if the contract gives none. */
  readonly quotes: readonly (HopQuote | undefined)[];
  /** Fees of the vault; absent for kinds of vault whose fees the chain does not state. */
  readonly fees?: Result<VaultFees, FeeUnread>;
  /** Balances in tokens A and B of the contract that holds the vault's funds, in smallest units; undefined if unread. */
  readonly balances: readonly [a: bigint | undefined, b: bigint | undefined];
  /** Other contracts that the entry names but that do not exist. */
  readonly missing: ReadonlySet<ContractId>;
}

/** Compares a vault with its contract. Undefined `found` means that there is no such contract. */
export function checkVault(vault: Vault, found: VaultOnChain | undefined): readonly Finding[] {
  const { contractId, kind } = vault;
  const { all, disagrees, unread } = new Findings('vaults', contractId);
  if (found === undefined || !hasShape(found.facts, 'vault')) {
    disagrees(
      'contractId',
      contractId,
      found === undefined ? NO_CONTRACT : 'no vault: execute and quote are not there',
    );
    return all;
  }
  for (const field of ['externalPoolId', 'engineContractId', 'stxWrapper'] as const) {
    const named = vault[field];
    if (named !== undefined && found.missing.has(contractOfAsset(named)))
      disagrees(field, named, NO_CONTRACT);
  }
  const silent = rulesOf(vault).opcodes.filter((_, direction) => found.quotes[direction] === undefined);
  if (silent.length > 0) {
    disagrees(
      'kind',
      `${kind}: opcodes ${rulesOf(vault).opcodes.join(' and ')}`,
      `no quote for opcode ${silent.join(' and ')}`,
    );
    return all;
  }
  const { fees } = found;
  if (fees?.ok === false)
    unread('feePpm', vault.feePpm ?? 'left out', `its contracts tell none (${fees.error.reason})`);
  // A fee that the registry omits is not compared: the server reads it, and its parts, when it starts.
  for (const field of vault.feePpm === undefined ? [] : FEE_FIELDS)
    if (fees?.ok === true && fees.value[field] !== vault[field])
      disagrees(field, vault[field], fees.value[field]);
  return [...all, ...checkKind(vault, found)];
}

function checkKind(vault: Vault, found: VaultOnChain): readonly Finding[] {
  const { all, disagrees, unread } = new Findings('vaults', vault.contractId);
  const { proof } = rulesOf(vault);
  if (proof === 'even') {
    if (found.quotes.some((quote) => quote?.dy !== FEE_PROBE))
      disagrees('kind', 'sublink: 1:1', 'its quotes are not 1:1');
    if (!referencesOf(vault.contractId, found.facts).has(vault.tokenB))
      disagrees('tokenB', vault.tokenB, 'the contract never calls it');
  }
  if (proof === 'product') {
    const [a, b] = found.balances;
    if (a === undefined || b === undefined)
      unread('tokenA, tokenB', 'a pool of both', 'what it holds cannot be read');
    else if (!isProductOf(found.quotes, a, b)) {
      const isReversed = isProductOf(found.quotes, b, a);
      const field = isReversed ? 'tokenA, tokenB' : 'kind';
      disagrees(
        field,
        isReversed ? `${vault.tokenA}, ${vault.tokenB}` : 'pool: constant product of what it holds',
        isReversed ? 'the other way round' : 'its quotes are no constant product of what it holds',
      );
    }
  }
  return all;
}

/** Smallest output to compare. Smaller ones are too coarse. */
const LEAST_OUTPUT = 100n;

/** Whether the quotes of both directions are within 5% of x · y = k over the reserves `a` and `b`. */
export function isProductOf(quotes: readonly (HopQuote | undefined)[], a: bigint, b: bigint): boolean {
  const sides: readonly (readonly [bigint, bigint])[] = [
    [a, b],
    [b, a],
  ];
  return sides.every(([x, y], direction) => {
    const quote = quotes[direction];
    if (quote === undefined || x + quote.dx === 0n) return false;
    const expected = (quote.dx * y) / (x + quote.dx);
    return expected < LEAST_OUTPUT ? quote.dy < 2n * LEAST_OUTPUT : !isFarFrom(expected, quote.dy);
  });
}
