import { MAX_TARGET_SCALED, parseTargetPrice, type BaseAsset } from '../order/conditions/price-ratio.js';
import type { Address } from '../shared/address.js';
import type { ContractId } from '../shared/contract-id.js';
import { unwrap } from '../shared/result.js';
import type { AlertCondition, AlertDirection } from './condition.js';

/** Quantity that alerts watch. All alerts that watch the same one differ only in their level. */
export type Watch =
  | {
      readonly kind: 'price';
      readonly direction: AlertDirection;
      readonly token: ContractId;
      readonly baseAsset: BaseAsset;
    }
  | { readonly kind: 'move'; readonly token: ContractId; readonly seconds: number }
  | { readonly kind: 'stale' | 'thin'; readonly token: ContractId }
  | {
      readonly kind: 'balance';
      readonly direction: AlertDirection;
      readonly token: ContractId;
      readonly owner: Address;
    };

/**
 * Place of an alert among those of its watch. An alert is true while its watch has reached its level, 0 to 10^57 - 1; a watch that
 * reaches a level has reached every lower one.
 */
export interface AlertPlace {
  readonly watch: Watch;
  readonly level: bigint;
}

/** Returns the place of an owner's alert with this condition. */
export function alertPlace(condition: AlertCondition, owner: Address): AlertPlace {
  const { kind, token } = condition;
  switch (kind) {
    case 'price': {
      const { direction, baseAsset, price } = condition;
      const level = levelAt(direction, unwrap(parseTargetPrice(price)).scaled);
      return { watch: { kind, direction, token, baseAsset }, level };
    }
    case 'move':
      return { watch: { kind, token, seconds: condition.seconds }, level: BigInt(condition.bps) };
    case 'stale':
    case 'thin':
      return { watch: { kind, token }, level: 0n };
    case 'balance': {
      const { direction, amount } = condition;
      return { watch: { kind, direction, token, owner }, level: levelAt(direction, BigInt(amount)) };
    }
  }
}

/** Level of a number on one side: the higher, the farther beyond the bound. Also returns the number of a level. */
export const levelAt = (direction: AlertDirection, number: bigint): bigint =>
  direction === 'above' ? number : MAX_TARGET_SCALED - number;

/** Text that names a watch, and no other. */
export function watchName(watch: Watch): string {
  const { kind, token } = watch;
  switch (kind) {
    case 'price':
      return [kind, token, watch.direction, watch.baseAsset].join(' ');
    case 'move':
      return [kind, token, watch.seconds].join(' ');
    case 'balance':
      return [kind, token, watch.direction, watch.owner].join(' ');
    case 'stale':
    case 'thin':
      return [kind, token].join(' ');
  }
}

/**
 * Returns the watch of a name that `watchName` returned.
 *
 * @throws Error for any other text.
 */
export function watchNamed(name: string): Watch {
  const [kind, rawToken = '', third = '', fourth = ''] = name.split(' ');
  const token = rawToken as ContractId;
  const direction = third === 'above' ? 'above' : 'below';
  switch (kind) {
    case 'price':
      return { kind, direction, token, baseAsset: fourth as BaseAsset };
    case 'move':
      return { kind, token, seconds: Number(third) };
    case 'balance':
      return { kind, direction, token, owner: fourth as Address };
    case 'stale':
    case 'thin':
      return { kind, token };
    default:
      throw new Error(`${name} names no watch of alerts`);
  }
}
