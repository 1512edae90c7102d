import type { PublicOrder } from '../../../src/sdk/client/index.js';

export const STX = 'ST1ZS1RMRMT8G39QVKH6QQAQ8QJDBB6F1XYM4QB9N.wstx-subnet';
export const SBTC = 'ST1ZS1RMRMT8G39QVKH6QQAQ8QJDBB6F1XYM4QB9N.sbtc-token';

/** What the page knows of the two tokens. */
export const TOKENS = new Map([
  [STX, { symbol: 'STX', mark: 'subnet', decimals: 6 }],
  [SBTC, { symbol: 'sBTC', mark: '', decimals: 8 }],
]);

/** Fields of an order; undefined leaves one out. */
type Fields = { readonly [field in keyof PublicOrder]?: PublicOrder[field] | undefined };

/** An open order of ten STX for sBTC that waits for a dollar price. */
export const anOrder = (fields: Fields): PublicOrder => ({
  handle: '4af33d3e-3f0d-4c2b-9a52-0f4b1f2fab61',
  owner: 'STVC6ABWSY5SG3ZEAPX06K81XDF9MNSNF9EHYJWA',
  recipient: 'STVC6ABWSY5SG3ZEAPX06K81XDF9MNSNF9EHYJWA',
  kind: 'limit',
  inputToken: STX,
  outputToken: SBTC,
  amountIn: '10000000',
  router: 'ST1ZS1RMRMT8G39QVKH6QQAQ8QJDBB6F1XYM4QB9N.x-multihop-v2',
  conditionToken: STX,
  targetPrice: '0.65',
  direction: 'gt',
  baseAsset: 'USD',
  status: 'open',
  createdAt: '2026-11-20T12:00:00.000Z',
  ...(fields as Partial<PublicOrder>),
});
