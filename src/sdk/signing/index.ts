/**
 * Builds and signs orders, messages and metadata with a key or a wallet, in programs and web pages. Needs no native code and
 * nothing from Node.
 */
export { decimal, units, type TokenUnits, type TradedToken } from './amounts.js';
export { browserWallets, KNOWN_WALLETS, type BrowserWallet } from './browser-wallets.js';
export type { Clarity, ClarityTuple } from './clarity.js';
export type { CallAccount, CallTransfer, ContractCall, SignedCall } from './contract-call.js';
export { SigningError, type SigningErrorCode } from './errors.js';
export { keySigner } from './key-signer.js';
export {
  messageInBody,
  signMessage,
  type BodyMessage,
  type Message,
  type MessageFields,
  type MessageTarget,
  type MessageValue,
  type WalletHeaders,
} from './messages.js';
export { signMetadata, type SignedMetadata } from './metadata.js';
export {
  signAmendment,
  signOrder,
  signOrders,
  type AmendableOrder,
  type SignedAmendment,
  type SignedOrder,
  type SignOrderOptions,
  type TermChanges,
  type UnsignedOrder,
} from './order.js';
export { orderData, type OrderToSign } from './order-data.js';
export {
  entryThenExits,
  limitOrder,
  stopAndTarget,
  type Bound,
  type EntryThenExits,
  type Exit,
  type LimitOrder,
  type Sale,
  type Stop,
  type StopAndTarget,
  type TimeWindow,
} from './plans.js';
export { recurringPlan, twapPlan, type RecurringPlan, type TwapPlan } from './repeated.js';
export { splitPlan, type SplitPlan } from './split.js';
export type { TrailingStop, Trigger } from './trigger.js';
export type { Signer, StructuredData } from './signer.js';
export { walletSigner, type WalletAccount, type WalletRequest } from './wallet-signer.js';
