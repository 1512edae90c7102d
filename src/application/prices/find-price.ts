import { err, ok, type Result } from '../../domain/shared/result.js';
import type { PriceBoard } from './price-board.js';
import type { PricedToken } from './price-list.js';

/** Nothing the exchange trades under that id was ever priced. */
export interface TokenNotPriced {
  readonly kind: 'token-not-priced';
  /** As it was asked for. */
  readonly token: string;
}

/** Finds one token of the list. Any text may be asked for. */
export type FindPrice = (token: string) => Promise<Result<PricedToken, TokenNotPriced>>;

export const makeFindPrice = (board: Pick<PriceBoard, 'list' | 'find'>): FindPrice => {
  return async (token) => {
    await board.list();
    const found = board.find(token);
    return found === undefined ? err({ kind: 'token-not-priced', token }) : ok(found);
  };
};
