import type { Price } from './price.js';

/** Three runs: a price that no run has renewed for longer is stale. */
export const STALE_AFTER_SECONDS = 15 * 60;

export const THIN_ABOVE_PERCENT = 25;

/** Whether the price is more than 15 minutes old. */
export function isStale(updatedAt: Date, now: Date): boolean {
  return now.getTime() - updatedAt.getTime() > STALE_AFTER_SECONDS * 1000;
}

/** Whether small trades move the price: buying and selling for a dollar loses more than 25 percent. */
export function isThin({ roundTripLoss }: Pick<Price, 'roundTripLoss'>): boolean {
  return roundTripLoss !== null && roundTripLoss > THIN_ABOVE_PERCENT;
}
