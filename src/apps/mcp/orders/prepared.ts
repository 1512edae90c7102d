import type { Token } from '../../../domain/market/registry.js';
import type { Client } from '../../../sdk/client/index.js';
import { SigningError } from '../../../sdk/signing/index.js';
import type { Warning } from '../../../sdk/words/warnings.js';
import type { Unsigned } from '../owner-proof.js';
import { faultOf } from '../token-arguments.js';
import { badArgument, ToolError, type Arguments } from '../tool.js';

/** Terms that a tool has prepared for their owner’s signature. */
export interface Prepared extends Unsigned {
  /** Effects of the order, in sentences. */
  readonly summary: readonly string[];
  /** Sentences that the owner should know before signing. */
  readonly warnings: readonly string[];
  /** Current price of the token whose price the order waits for, if it waits for one. */
  readonly marketPrice?: string;
}

/** Balance of a token, smallest units; undefined if unknown. @throws ToolError for an owner that is no address. */
export async function balanceOf(
  client: Client,
  owner: string,
  { contractId }: Pick<Token, 'contractId'>,
): Promise<bigint | undefined> {
  try {
    const { balances } = await client.balances.get(owner, [contractId]);
    const units = balances[0]?.balance;
    return units === null || units === undefined ? undefined : BigInt(units);
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (code === 'invalid-address') throw badArgument('owner', (error as Error).message);
    return undefined;
  }
}

/** @throws ToolError for terms that are probably a mistake, unless the caller accepts the loss. */
export function refuseLoss(warnings: readonly Warning[], args: Arguments): void {
  const grave = warnings.filter(({ asks, isFar }) => asks === 'word' || isFar).map(({ text }) => text);
  if (grave.length === 0 || args['acceptLoss'] === true) return;
  throw new ToolError(`${grave.join(' ')} This is probably a mistake: acceptLoss: true prepares it anyway.`, {
    code: 'probable-mistake',
    field: 'acceptLoss',
  });
}

/** Does what may throw a SigningError, and names the argument at fault, which is `field` unless the error names another. */
export async function signedBy<T>(work: () => Promise<T>, field: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SigningError)) throw faultOf(error, field);
    const [first] = error.problems;
    throw new ToolError(error.message, { code: error.code, field: first?.field });
  }
}
