import { missingNonces, type SwapTransaction } from '../../../domain/order/swap-transaction.js';
import type { Address } from '../../../domain/shared/address.js';
import { defined } from '../../../domain/shared/fields.js';
import { ok, unwrap } from '../../../domain/shared/result.js';
import type { Ports, SwapSigner } from '../../../ports/index.js';
import type { CoreSettings } from '../../settings.js';
import { SENDERS_LOCK } from '../swap/senders-lock.js';
import type { TransmitSwap } from '../swap/transmit-swap.js';
import type { ReportViolation } from '../swap/report-violation.js';
import { isUnaltered, signNoOp } from './replace-swap.js';

interface Needs extends Pick<Ports, 'chain' | 'clock' | 'executionObserver' | 'swaps' | 'unitOfWork'> {
  readonly reportViolation: ReportViolation;
}

/**
 * Sends no-ops under an account's free nonces that lie below the nonces of live swaps. Such a gap appears, for example, if a swap
 * is refused after others have been signed, or if a node named a nonce too early. The next swap takes the lowest free nonce, so
 * only a gap that lasts is closed. Takes the account's signer and its next nonce according to the chain, and returns the number
 * of gaps that were closed.
 */
export const makeCloseGaps = (
  ports: Needs,
  transmit: TransmitSwap,
  { gapAfterMs }: Pick<CoreSettings, 'gapAfterMs'>,
) => {
  const { chain, clock, executionObserver, swaps } = ports;
  const gaps = new Map<Address, ReadonlyMap<bigint, number>>();

  return async (signer: SwapSigner, next: bigint): Promise<number> => {
    const now = clock.now().getTime();
    const missing = missingNonces(next, (await swaps.heldNonces(signer.address)).get(signer.address)!);
    const before = gaps.get(signer.address);
    const seenSince = new Map(missing.map((nonce) => [nonce, before?.get(nonce) ?? now]));
    gaps.set(signer.address, seenSince);
    let closed = 0;
    const lasting = missing.filter((nonce) => now - (seenSince.get(nonce) ?? now) >= gapAfterMs);
    if (lasting.length === 0) return 0;
    const read = await chain.accountNonces(signer.address);
    if (!read.ok) return 0;
    // A nonce that was used meanwhile, or that another program's pending transaction has, is not a gap and is never replaced.
    const { next: current, pending } = read.value;
    for (const nonce of lasting.filter((each) => each >= current && !pending.includes(each))) {
      const noOp = await storeNoOp(ports, signer, nonce);
      if (noOp === undefined) continue;
      const reason = 'later transactions waited for the nonce';
      const account = signer.address;
      executionObserver?.observe({ kind: 'nonce-filled', account, txid: noOp.txid, nonce, reason });
      await transmit(noOp, { first: false });
      closed += 1;
    }
    return closed;
  };
};

/**
 * If the nonce is still missing, signs and stores a no-op under it. The no-op replaces the last swap that had the nonce. If
 * another program left the gap, the no-op counts towards the order of the next swap above it.
 */
async function storeNoOp(
  { clock, reportViolation, swaps, unitOfWork }: Needs,
  signer: SwapSigner,
  nonce: bigint,
): Promise<SwapTransaction | undefined> {
  const known = await swaps.listByNonce({ sender: signer.address, nonce });
  // A host that lags may say that a nonce is free although a mined swap has used it.
  if (known.some(({ block }) => block !== undefined)) return undefined;
  const dropped = known.at(-1);
  const behind = dropped ?? (await firstBehind(swaps, signer, nonce));
  if (behind === undefined || !(await isUnaltered(signer, behind, reportViolation))) return undefined;
  const { replaces, ...signed } = await signNoOp(signer, clock, { ...behind, nonce });
  const noOp = dropped === undefined ? signed : { ...signed, ...defined({ replaces }) };
  const stored = await unitOfWork.run<SwapTransaction | undefined, never>(async (storage) => {
    // A concurrent sender takes the lowest free nonce under this lock, and may have taken this one.
    await storage.lock(SENDERS_LOCK);
    const held = (await storage.swaps.heldNonces(signer.address)).get(signer.address)!;
    if (held.includes(nonce) || !held.some((other) => other > nonce)) return ok();
    const known = await storage.swaps.findByTxid(noOp.txid);
    if (known === undefined) {
      await storage.swaps.insert(noOp);
      return ok(noOp);
    }
    const revived = await storage.swaps.update({ from: known, to: { state: 'stored' } });
    return ok(revived.size === 1 ? known : undefined);
  });
  return unwrap(stored);
}

/** The live swap with the lowest nonce above the gap. */
async function firstBehind(
  swaps: Ports['swaps'],
  { address }: SwapSigner,
  gap: bigint,
): Promise<SwapTransaction | undefined> {
  const held = (await swaps.heldNonces(address)).get(address)!;
  const next = held.filter((nonce) => nonce > gap).sort((a, b) => (a < b ? -1 : 1))[0];
  return next === undefined ? undefined : (await swaps.listByNonce({ sender: address, nonce: next })).at(-1);
}
