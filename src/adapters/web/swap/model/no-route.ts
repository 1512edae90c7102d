import type { Quote } from '../../../../client/index.js';

const REASONS: Readonly<Record<NonNullable<Quote['reason']>, string>> = {
  'same-token': 'Both tokens are the same.',
  'unknown-token': 'One of the tokens is not known here.',
  'no-route': 'No route of four hops or fewer leads from one token to the other.',
  'amount-too-small': 'The amount is too small: it buys less than the smallest unit.',
  'insufficient-liquidity': 'The vaults hold too little for this amount.',
};

/** Why there is no route. */
export const noRouteText = ({ reason = 'no-route' }: Quote): string => REASONS[reason];
