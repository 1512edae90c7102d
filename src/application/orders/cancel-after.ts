import {
  parseSeconds,
  renew,
  scopeId,
  type CancelTimer,
  type TimerScope,
} from '../../domain/cancel-timer/cancel-timer.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Address } from '../../domain/shared/address.js';
import type { Ports } from '../../ports/index.js';
import { makeProveOwner, type OwnerProof, type ProveOwnerError } from '../authorization/prove-owner.js';
import type { AudienceSettings, Demand, WalletPorts } from '../authorization/prove-wallet.js';

/** Authority over a timer: an owner's wallet, one of its keys, or the embedding program, which names the owner. */
export type TimerAuthorization = OwnerProof | { readonly by: 'host'; readonly owner: Address };

/** A request to arm, renew or disarm a timer. */
export interface CancelAfterRequest {
  /** `seconds` until the open orders end, 5 to 86,400, or 0 for never. A wallet's signed message must contain the same. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly authorization: TimerAuthorization;
}

const readNothing = (): true => true;

export const timerLock = (scope: TimerScope): string => `cancel-timer:${scopeId(scope)}`;

/** Arms, renews, disarms and reads the timers that end the open orders of an owner, or those that a key may cancel. */
export const makeCancelAfter = (
  ports: WalletPorts & Pick<Ports, 'cancelTimers' | 'unitOfWork'>,
  settings: AudienceSettings,
) => {
  const { cancelTimers, clock, unitOfWork } = ports;
  const proveOwner = makeProveOwner(ports, settings, 'cancel');

  const scopeOf = async (
    authorization: TimerAuthorization,
    demand: Demand<true>,
  ): Promise<Result<TimerScope, ProveOwnerError>> => {
    if (authorization.by === 'host') return ok({ owner: authorization.owner });
    const proven = await proveOwner(authorization, demand);
    if (!proven.ok) return proven;
    const owner = proven.value.wallet;
    return ok(authorization.by === 'api-key' ? { owner, keyId: authorization.key.keyId } : { owner });
  };

  const set = (scope: TimerScope, seconds: number): Promise<Result<CancelTimer, never>> =>
    unitOfWork.run<CancelTimer, never>(async (storage) => {
      await storage.lock(timerLock(scope));
      const stored = await storage.cancelTimers.find(scopeId(scope));
      const timer = renew(stored ?? { scope }, seconds, clock.now());
      await storage.cancelTimers.save(timer);
      return ok(timer);
    });

  return {
    /** Arms the timer, or renews it, or disarms it with 0 seconds. If its time has run out already, it fires nevertheless. */
    set: async ({
      body,
      authorization,
    }: CancelAfterRequest): Promise<Result<CancelTimer, ProveOwnerError>> => {
      const seconds = parseSeconds(body['seconds']);
      const scope = await scopeOf(authorization, {
        expected: { action: 'cancel_after' },
        fields: ['seconds'],
        readContent: (fields, report) => {
          if (fields['seconds'] !== body['seconds']) report('seconds', 'must be as in the body');
          return true;
        },
        use: 'once',
      });
      if (!scope.ok) return scope;
      if (seconds.ok) return set(scope.value, seconds.value);
      return err({ kind: 'invalid-fields', problems: [{ field: 'seconds', message: seconds.error.reason }] });
    },

    /** Disarms the timer. If its time has run out already, it fires nevertheless. */
    disarm: async (authorization: TimerAuthorization): Promise<Result<CancelTimer, ProveOwnerError>> => {
      const demand = { expected: { action: 'disarm_cancel_after' }, readContent: readNothing } as const;
      const scope = await scopeOf(authorization, { ...demand, use: 'once' });
      return scope.ok ? set(scope.value, 0) : scope;
    },

    /** Reads the timer of the caller. */
    read: async (authorization: TimerAuthorization): Promise<Result<CancelTimer, ProveOwnerError>> => {
      const demand = { expected: { action: 'read_cancel_after' }, readContent: readNothing } as const;
      const scope = await scopeOf(authorization, { ...demand, use: 'while-recent' });
      if (!scope.ok) return scope;
      return ok((await cancelTimers.find(scopeId(scope.value))) ?? { scope: scope.value });
    },
  } as const;
};
