import type { ContractId } from '../../domain/shared/contract-id.js';
import { withAnswer } from '../../domain/vault/kinds.js';
import type { Opcode, Probe, Probes, Reserves, Vault } from '../../domain/vault/vault.js';

/**
 * Each vault's reserves when last read, with the quotes that vaults of quoted kinds have given since. A vault's quotes are kept
 * until it changes.
 */
export class HeldReserves {
  private readonly held = new Map<ContractId, Reserves>();
  /** Probes of each vault's last reading. A different object means that the vault was read again. */
  private readonly asRead = new Map<ContractId, Probes | undefined>();

  get all(): ReadonlyMap<ContractId, Reserves> {
    return this.held;
  }

  get(vault: ContractId): Reserves | undefined {
    return this.held.get(vault);
  }

  clear(): void {
    this.held.clear();
    this.asRead.clear();
  }

  /** Takes over new readings of all vaults. The quotes of a vault that was read again are dropped. */
  replace(known: ReadonlyMap<ContractId, Reserves>): void {
    for (const id of this.held.keys()) if (!known.has(id)) this.forget(id);
    for (const [id, reserves] of known) {
      const isSame = this.held.has(id) && reserves.probes === this.asRead.get(id);
      this.hold(id, reserves, isSame);
    }
  }

  /** Takes over a reading of one vault; `read` is undefined if the reading failed. The vault's quotes are kept if nothing has changed. */
  take(vault: ContractId, read: Reserves | undefined): void {
    if (read === undefined) return this.forget(vault);
    const before = this.held.get(vault);
    this.hold(vault, read, before !== undefined && isUnchanged(before, read));
  }

  /**
   * Adds a quote by the vault. Ignores it if the vault was in a different state when asked (`asked`) than it is now. Returns the
   * reserves with the quote; undefined if it was ignored.
   */
  learn(vault: Vault, asked: Reserves, opcode: Opcode, probe: Probe): Reserves | undefined {
    const before = this.held.get(vault.contractId);
    if (before === undefined || !holdsTheSame(before, asked)) return undefined;
    const learned = withAnswer(vault, before, opcode, probe);
    this.held.set(vault.contractId, learned);
    return learned;
  }

  private hold(vault: ContractId, read: Reserves, isSame: boolean): void {
    const probes = isSame ? this.held.get(vault)?.probes : read.probes;
    this.held.set(vault, probes === undefined ? read : { ...read, probes });
    this.asRead.set(vault, read.probes);
  }

  private forget(vault: ContractId): void {
    this.held.delete(vault);
    this.asRead.delete(vault);
  }
}

const holdsTheSame = (a: Reserves, b: Reserves): boolean =>
  a.reserveA === b.reserveA && a.reserveB === b.reserveB && a.supply === b.supply;

/** Whether a new reading shows the same holdings, and the same quotes for the same amounts. */
const isUnchanged = (before: Reserves, read: Reserves): boolean =>
  holdsTheSame(before, read) &&
  (['aToB', 'bToA'] as const).every((side) =>
    (read.probes?.[side] ?? []).every(({ amountIn, amountOut }) =>
      before.probes?.[side].some((probe) => probe.amountIn === amountIn && probe.amountOut === amountOut),
    ),
  );
