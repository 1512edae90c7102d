import { Cl, ClarityType, type ClarityValue } from '@stacks/transactions';

const RESERVES = 0x04;

/** Vaults whose quotes a test makes the node falsify. Their reserves, and what they do in a swap, stay true. */
export class Misquotes {
  private readonly percents = new Map<string, bigint>();

  /** From now on the vault's quotes give `percent` of the true output; 100 ends it. */
  set(vault: string, percent: number): void {
    this.percents.set(vault, BigInt(percent));
  }

  /** What the node answers to `quote` where `value` is true. */
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
