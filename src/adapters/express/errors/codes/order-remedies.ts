import { change, later, readFirst, type Remedy } from './remedy.js';

/** Codes about orders: placing, finding and changing them. */
export const ORDER_REMEDIES = {
  'invalid-order': change('Correct every field that details names.'),
  'unknown-router': change('Use a router of this server, or leave the field out; hint names them.'),
  'recipient-not-owner': change('Set recipient to owner.'),
  'open-payout': change('Sign for a router that pays the signer only.'),
  'unregistered-token': change('Use a token of this server’s registry; GET /app/api/v0/vaults lists them.'),
  'not-a-subnet-token': change(
    'Deposit the token to its subnet, by sluice subnets deposit or client.subnets.deposit (docs/how-to/deposit-and-withdraw.md), and pay with the copy; hint names the copies.',
  ),
  'router-cannot-verify': change('Sign for a router that knows the version of the input token’s subnet.'),
  'signature-not-verified': change(
    'Sign the order as it is sent; details says what was signed otherwise, where that can be told.',
  ),
  'terms-signature-not-verified': change(
    'Sign the terms as they are sent: canonical JSON without signature, termsSignature and metadata.',
  ),
  'terms-signature-required': change('Add a termsSignature.'),
  'batch-refused': change('Correct the orders that have another code, and send the batch again.'),
  'same-token': change('Choose another outputToken.'),
  'unknown-output-token': change(
    'Use a token that the registry or a vault knows; GET /app/api/v0/vaults lists them.',
  ),
  'unpriceable-token': change('Use a token with a price; GET /prices/api/v1/prices lists them.'),
  'oco-group-full': change('Cancel orders of the group, or use another strategyId.'),
  'order-too-large': change('Shorten metadata, labels and fields of your own.'),
  'open-quota-exceeded': change('Cancel open orders first.'),
  'daily-quota-exceeded': later('Wait for the next day of UTC.'),
  'order-exists': change('Use a new uuid, and sign it.'),
  'client-order-id-taken': change('Use another clientOrderId, or end the order that has it.'),
  'order-not-found': change(
    'Name the order by handle or uuid, or by client: and its clientOrderId as its owner.',
  ),
  'strategy-not-found': change('List the owner’s plans: GET /strategies?owner=.'),
  'invalid-owner': change('Send an address of this server’s network.'),
  'invalid-token-filter': change('Send a contract id of this server’s network, or .stx.'),
  'order-already-broadcast': change('Wait: the swap is on its way, and what is mined decides.'),
  'order-not-open': change('Nothing: the order has ended or is being sent; details.status says which.'),
  'order-expired': change('Place a new order with a later validTo.'),
} satisfies Readonly<Record<string, Remedy>>;

/** Codes about sending an order’s swap. The order stays open unless its row says otherwise. */
export const SENDING_REMEDIES = {
  'order-spent': change(
    'Read the order: it becomes confirmed once its transaction is seen, or ends if that was no swap of it.',
  ),
  'terms-changed': change('Place the order again, with its terms signed.'),
  'insufficient-balance': later('Deposit more of the input token, or wait for swaps under way.'),
  'no-route': later('Wait until vaults connect the tokens, or place an order for another output.'),
  'below-minimum': later('Wait for a better quote, or place an order with a lower minAmountOut.'),
  'price-impact': later(
    'Wait for more liquidity, or place a smaller order or one with a higher maxPriceImpact.',
  ),
  'unprotected-route': later('Wait for another route, or place the order without minAmountOut and slippage.'),
  'sibling-sent': change('Nothing: the group has run.'),
  'swap-unprotectable': change('Place a smaller order.'),
  'execution-disabled': change('Use a server that sends swaps: this one has no operator key.'),
  paused: later('Wait for the operator; details says since when.'),
  restored: later('Wait for the operator to release the restored database; cancel what you no longer want.'),
  'went-back': later('Wait some seconds: the chain is being asked.'),
  'dry-run': change('Use a server that sends swaps: this one only plans them.'),
  'operator-balance-low': later('Wait for the operator to fund the account.'),
  'fee-limit-reached': later('Wait until details.until.'),
  'worth-limit-reached': later('Wait until details.until.'),
  'worth-unknown': later('Wait until the input token has a recent price.'),
  'worth-too-high': change('Place smaller orders.'),
  'too-many-in-flight': later('Wait until swaps are mined.'),
  'owner-in-flight': later('Wait until your own swaps are mined.'),
  'too-many-failures': later('Find out why the swaps failed: read failureReason of the failed orders.'),
  'chain-unreachable': later('Wait until the chain responds.'),
  'broadcast-refused': later('Read details.reason; the executor tries again by itself.'),
  'broadcast-unknown': readFirst('Read the order, or execute it again, which sends the same transaction.'),
} satisfies Readonly<Record<string, Remedy>>;
