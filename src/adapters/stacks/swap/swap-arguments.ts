import type { ClarityValue } from '@stacks/transactions';
import type { Address } from '../../../domain/shared/address.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import { principalOf, textOf, tupleOf } from '../node/clarity.js';

/** Arguments of a router's swap function, as the contract expects them. */
export interface SwapArguments {
  /** The payment tuple: token, amount, signature, uuid. */
  readonly paid: Readonly<Record<string, ClarityValue>>;
  readonly uuid: string;
  /** Vaults in the order of the hops. */
  readonly vaults: readonly ContractId[];
  /** The token in which the contract pays, such as wrapped STX in place of STX. */
  readonly outputToken: ContractId;
  readonly recipient: Address;
}

/** Reads the arguments of a contract call; undefined if they are not those of a swap. */
export function readSwapArguments(args: readonly (ClarityValue | undefined)[]): SwapArguments | undefined {
  const [paid, ...rest] = args.map((value) => tupleOf(value) ?? {});
  const [uuid, received] = [textOf(paid?.['uuid']), rest.at(-1)];
  if (paid === undefined || uuid === undefined || received === undefined) return undefined;
  return {
    paid,
    uuid,
    vaults: rest.slice(0, -1).map((hop) => principalOf(hop['vault']) as ContractId),
    outputToken: principalOf(received['token']) as ContractId,
    recipient: principalOf(received['to']) as Address,
  };
}
