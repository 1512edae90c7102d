import { SigningError } from '../../../sdk/signing/index.js';
import type { Warning } from '../../../sdk/words/warnings.js';
import type { Unsigned } from '../owner-proof.js';
import { faultOf } from '../token-arguments.js';
import { ToolError, type Arguments } from '../tool.js';

/** Terms that a tool has prepared for their owner’s signature. */
export interface Prepared extends Unsigned {
  /** Effects of the order, in sentences. */
  readonly summary: readonly string[];
  /** Sentences that the owner should know before signing. */
  readonly warnings: readonly string[];
  /** Current price of the token whose price the order waits for, if it waits for one. */
  readonly marketPrice?: string;
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
