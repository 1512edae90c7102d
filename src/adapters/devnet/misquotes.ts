import { Cl, ClarityType, type ClarityValue } from '@stacks/transactions';

const RESERVES = 0x04;

/** Vaults whose quotes the node falsifies for a test. Their reserves and their swaps stay true. */
export class Misquotes {
  private readonly percents = new Map<string, bigint>();

  /** Sets the share of the true output, in percent, that the vault quotes; 100 ends the misquoting. */
  set(vault: string, percent: number): void {
    this.percents.set(vault, BigInt(percent));
  }

  /** The result of `quote` that the node returns when `value` is the true one. */
  falsify(vault: string, args: readonly ClarityValue[], value: ClarityValue): ClarityValue {
    const percent = this.percents.get(vault);
    if (percent === undefined || asksForReserves(args) || value.type !== ClarityType.ResponseOk) return value;
    const delta = value.value;
    const dy = delta.type === ClarityType.Tuple ? delta.value['dy'] : undefined;
    if (delta.type !== ClarityType.Tuple || dy?.type !== ClarityType.UInt) return value;
    return Cl.ok(Cl.tuple({ ...delta.value, dy: Cl.uint((BigInt(dy.value) * percent) / 100n) }));
  }
}

function asksForReserves([, opcode]: readonly ClarityValue[]): boolean {
  if (opcode?.type !== ClarityType.OptionalSome || opcode.value.type !== ClarityType.Buffer) return false;
  return Number.parseInt(opcode.value.value.slice(0, 2), 16) === RESERVES;
}
