import { wholeTokens } from '../shared/whole-tokens.js';
import { usdText } from '../wallet/nano-usd.js';
import { STX_DECIMALS, type TransactionCost } from './costs.js';

const COLUMNS: readonly (readonly [string, (cost: TransactionCost) => string | undefined])[] = [
  ['storedAt', ({ storedAt }) => storedAt.toISOString()],
  ['txid', ({ txid }) => txid],
  ['account', ({ sender }) => sender],
  ['outcome', ({ outcome }) => outcome],
  ['blockHeight', ({ block }) => block?.blockHeight.toString()],
  ['feeStx', ({ feeUstx }) => wholeTokens(feeUstx, STX_DECIMALS)],
  ['costStx', ({ costUstx }) => wholeTokens(costUstx, STX_DECIMALS)],
  ['stxUsd', ({ stxUsd }) => stxUsd?.toString()],
  ['costUsd', ({ costUsd }) => (costUsd === undefined ? undefined : usdText(costUsd))],
  ['order', ({ order }) => order?.handle],
  ['owner', ({ order }) => order?.owner],
  ['integrator', ({ order }) => order?.integrator],
];

/** Rows of a file of costs; the first names the columns. A cost in dollars is empty without a recorded price. */
export const costRows = (costs: readonly TransactionCost[]): readonly (readonly string[])[] => [
  COLUMNS.map(([name]) => name),
  ...costs.map((cost) => COLUMNS.map(([, read]) => read(cost) ?? '')),
];
