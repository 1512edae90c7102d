import { STX, type ContractId } from '../shared/contract-id.js';
import { rulesOf } from './kinds.js';
import type { AssetId, Vault } from './vault.js';

/** A transfer of a hop besides its input and its output. */
export interface SideTransfer {
  /** `holder`: the contract that holds the vault's funds. */
  readonly sender: 'router' | 'holder';
  readonly moved:
    | { readonly kind: 'token'; readonly token: ContractId }
    | { readonly kind: 'asset'; readonly asset: AssetId };
  readonly bound: 'at-most' | 'at-least';
  /** Smallest units. */
  readonly amount: bigint;
}

interface Hop {
  readonly vault: Vault;
  readonly tokenIn: ContractId;
  readonly tokenOut: ContractId;
}

/** Amounts that a hop may take and give within the slippage, in smallest units. */
interface HopLimits {
  readonly mostIn: bigint;
  readonly leastOut: bigint;
  readonly mostOut: bigint;
}

/**
 * Returns the transfers of a hop besides its input and output, if the vault's kind or entry has any. A pool may forward a fee: at
 * most the whole fee of the largest input. A wrapped STX may move too: when STX goes in, the router gets it and sends it on; when
 * STX comes out, the pool sends it and the router burns it.
 */
export function sideTransfers(
  { vault, tokenIn, tokenOut }: Hop,
  { mostIn, leastOut, mostOut }: HopLimits,
): readonly SideTransfer[] {
  const transfers: SideTransfer[] = [];
  if (rulesOf(vault).forwardsFee(vault)) {
    const moved = { kind: 'token' as const, token: tokenIn };
    transfers.push({ sender: 'holder', moved, bound: 'at-most', amount: feeOf(vault, mostIn) });
  }
  if (vault.stxWrapper !== undefined) {
    const moved = { kind: 'asset' as const, asset: vault.stxWrapper };
    if (tokenIn === STX) transfers.push({ sender: 'router', moved, bound: 'at-most', amount: mostIn });
    if (tokenOut === STX) {
      transfers.push({ sender: 'holder', moved, bound: 'at-least', amount: leastOut });
      transfers.push({ sender: 'router', moved, bound: 'at-most', amount: mostOut });
    }
  }
  return transfers;
}

/** The fee on an input, rounded up as pools do. */
const feeOf = ({ feePpm = 0 }: Vault, amount: bigint): bigint =>
  (amount * BigInt(feePpm) + 999_999n) / 1_000_000n;
