import { ORDER_STATUSES } from '../../../domain/order/order.js';
import { defined } from '../../../domain/shared/fields.js';
import { orderNameHint, subnetTokenHint } from './name-hints.js';
import { change, later, said, rows } from './row.js';
import { shown } from './shown.js';
import { orderSignatureHint } from './verification-hints.js';
import { wholeSeconds } from './whole-seconds.js';

/** Maximum number of contract ids in a hint. */
const MOST_NAMED = 5;

/** Rows of the core's errors about placing, finding and changing orders. */
export const ORDER_ERRORS = rows({
  'invalid-order': change(400, {
    sentence: 'Invalid request',
    cause: 'fields break their rules; details names each of them',
    remedy: 'Correct every field that details names.',
    details: ({ problems }) => problems.map(({ field, message }) => `${field}: ${message}`),
  }),
  'pinned-terms': change(400, {
    sentence: 'An amendment cannot change what fixes the order',
    cause:
      'the new terms differ from the order in fields that fix what it is, or in the price of an order that waits for none (conditionToken *); details.fields names them',
    remedy:
      'Place another order that replaces this one. The limit of an order that waits for no price is minAmountOut.',
    details: ({ fields }) => ({ fields }),
  }),
  'outdated-revision': change(409, {
    sentence: ({ revision, current }) => `The order has revision ${current}, and these terms ${revision}`,
    cause: 'the order has terms that its owner signed later, or others with the same revision',
    remedy: 'Read the order, and sign terms with a higher revision.',
    details: ({ revision, current }) => ({ revision, current }),
  }),
  'invalid-span': change(400, {
    sentence: ({ reason }) => `Invalid span: ${reason}`,
    cause: 'the span is empty, lies outside the order’s window, or is too long',
    remedy: 'Name a shorter span in the past, inside the order’s window.',
  }),
  'not-triggered-by-price': change(400, {
    sentence: 'No price triggers this order',
    cause: 'the order is sent by its owner or at a time, so recorded prices do not decide when',
    remedy: 'Give conditionToken, targetPrice and direction.',
  }),
  'unknown-router': change(400, {
    sentence: ({ router }) => `Unknown router ${router}`,
    cause: 'the router is not one of the registry’s',
    remedy: 'Use a router of this server, or leave the field out; hint names them.',
    hint: ({ known }) => `This server’s routers are ${known.slice(0, MOST_NAMED).join(', ')}.`,
  }),
  'recipient-not-owner': change(400, {
    sentence: ({ router }) => `recipient must equal owner: ${router} pays out only to the signer`,
    cause: 'the router pays only the signer, and recipient is someone else',
    remedy: 'Set recipient to owner.',
  }),
  'open-payout': change(400, {
    sentence: ({ router }) =>
      `${router} pays whom the submitter of a transaction names, so anyone could copy the swap; this server takes no new orders for it`,
    cause:
      'the router pays anyone whom the submitter of a transaction names, and this server accepts no new orders for such routers',
    remedy: 'Sign for a router that pays only the signer.',
  }),
  'unregistered-token': change(400, {
    sentence: ({ token }) => `The registry of this server does not know the inputToken ${token}`,
    cause: 'the registry does not list the input token',
    remedy: 'Use a token of this server’s registry; GET /app/api/v0/vaults lists them.',
  }),
  'not-a-subnet-token': change(400, {
    sentence: ({ token }) => `inputToken must be a subnet token (got ${token}); deposit to the subnet first`,
    cause: 'the input token is not a subnet token',
    remedy:
      'Deposit the token to its subnet, with sluice subnets deposit or client.subnets.deposit (docs/how-to/deposit-and-withdraw.md), and pay with the copy; hint names the copies.',
    hint: ({ copies }) => subnetTokenHint(copies),
  }),
  'router-cannot-verify': change(400, {
    sentence: ({ router, token }) => `The router ${router} cannot verify signatures of ${token}`,
    cause: 'the router does not know the version of signatures that the input token’s subnet uses',
    remedy: 'Sign for a router that knows the version of the input token’s subnet.',
  }),
  'signature-not-verified': change(400, {
    sentence: 'Signature verification failed',
    cause: 'the signature is not the owner’s over this order',
    remedy: 'Sign the order exactly as you send it; details says what differs, if known.',
    details: ({ mismatch, signer }) => mismatch ?? defined({ signer }),
    hint: orderSignatureHint,
  }),
  'terms-signature-not-verified': change(400, {
    ...said('The termsSignature is not the owner’s over these terms'),
    remedy:
      'Sign the terms exactly as you send them: canonical JSON without signature, termsSignature and metadata.',
  }),
  'terms-signature-required': change(400, {
    ...said('This server requires a termsSignature'),
    remedy: 'Add a termsSignature.',
  }),
  'batch-refused': change(400, {
    ...said('Another order of the batch was refused, and all or none are stored'),
    remedy: 'Correct the orders with other codes, and send the batch again.',
  }),
  'same-token': change(400, {
    sentence: ({ token }) => `outputToken must differ from inputToken: both are ${token}`,
    cause: 'input and output are the same token',
    remedy: 'Choose another outputToken.',
  }),
  'unknown-output-token': change(400, {
    sentence: ({ token }) =>
      `Neither the registry of this server nor any vault knows the outputToken ${token}`,
    cause: 'neither the registry nor any of its vaults knows the output token',
    remedy: 'Use a token that the registry or a vault knows; GET /app/api/v0/vaults lists them.',
  }),
  'unpriceable-token': change(400, {
    sentence: ({ field, token }) =>
      `The registry of this server does not list the ${field} ${token}: it never has a price`,
    cause: 'the registry does not list conditionToken or baseAsset, so the order could never trigger',
    remedy: 'Use a token with a price; GET /prices/api/v1/prices lists them.',
  }),
  'oco-group-full': change(400, {
    sentence: ({ strategyId, limit }) =>
      `The one-cancels-other group ${strategyId} has ${limit} live orders already`,
    cause: 'the one-cancels-other group has 100 live orders already',
    remedy: 'Cancel orders of the group, or use another strategyId.',
  }),
  'order-too-large': change(422, {
    sentence: ({ bytes, limit }) =>
      `The order takes ${bytes} bytes; this server stores up to ${limit} of one order`,
    cause: 'the order takes more bytes than SLUICE_MAX_ORDER_BYTES; details has both',
    remedy: 'Shorten metadata, labels and fields of your own.',
    details: ({ bytes, limit }) => ({ bytes, limit }),
  }),
  'open-quota-exceeded': change(422, {
    sentence: ({ of, used, limit }) =>
      `The owner’s open orders would exceed their quota: ${used} ${of}, of at most ${limit}`,
    cause:
      'the owner would have more open orders than SLUICE_MAX_OPEN_ORDERS, or these would take more bytes than SLUICE_MAX_OPEN_BYTES; details has the figures',
    remedy: 'Cancel open orders first.',
    details: ({ of, used, limit }) => ({ of, used, limit }),
  }),
  'daily-quota-exceeded': later(429, {
    sentence: ({ of, used, limit }) =>
      `The owner’s orders of today would exceed their quota: ${used} ${of}, of at most ${limit}`,
    cause:
      'the owner would have placed more orders on this day of UTC than SLUICE_MAX_DAILY_ORDERS, or these would take more bytes than SLUICE_MAX_DAILY_BYTES',
    remedy: 'Wait for the next day of UTC.',
    details: ({ of, used, limit }) => ({ of, used, limit }),
    retryAfter: ({ msLeft }) => wholeSeconds(msLeft),
  }),
  'order-exists': change(409, {
    sentence: ({ uuid }) => `An order with uuid ${uuid} already exists`,
    cause: 'the uuid is taken by another order',
    remedy: 'Use a new uuid, and sign it.',
    details: ({ differing }) => differing && { differing: differing.map(shown) },
    hint: ({ differing }) =>
      differing && 'The same order is a safe retry; for another one use a new uuid, and sign it.',
  }),
  'client-order-id-taken': change(409, {
    sentence: ({ clientOrderId }) => `Another live order has the clientOrderId ${clientOrderId}`,
    cause: 'the clientOrderId is taken by another open or broadcasted order of the owner',
    remedy: 'Use another clientOrderId, or end the order that has it.',
  }),
  'not-replaced': change(409, {
    sentence: ({ replaces, reason }) => `The order ${replaces} cannot be replaced: ${reason}`,
    cause:
      'the order that this one replaces is not an open one of the same owner, or its swap is in flight or may be (displaced: the database went back); neither order has changed',
    remedy: 'Give the handle of an open order of the owner, or leave replaces out.',
    details: ({ replaces, reason }) => ({ replaces, reason }),
  }),
  'order-not-found': change(404, {
    sentence: 'Not found',
    cause: 'no order has this handle, uuid or client order id',
    remedy: 'Name the order by handle or uuid, or by client: and its clientOrderId as its owner.',
    details: ({ ref }) => ({ order: shown(ref) }),
    hint: ({ ref }) => orderNameHint(ref),
  }),
  'order-not-filled': change(404, {
    sentence: 'The order has no fill to report on',
    cause: `the order is not confirmed, or another exchange ran it; details.status is one of ${ORDER_STATUSES.join(', ')}`,
    remedy: 'Wait until the order is confirmed.',
    details: ({ status }) => ({ status }),
  }),
  'strategy-not-found': change(404, {
    sentence: 'Not found',
    cause: 'the owner has no order with this strategyId',
    remedy: 'List the owner’s plans: GET /strategies?owner=.',
    details: ({ strategyId, owner }) => ({ strategyId: shown(strategyId), owner }),
  }),
  'invalid-owner': change(400, {
    sentence: ({ reason }) => `Invalid owner parameter: ${reason}`,
    cause: 'owner is not an address of this network',
    remedy: 'Send an address of this server’s network.',
  }),
  'invalid-token-filter': change(400, {
    sentence: ({ parameter, reason }) => `Invalid ${parameter} parameter: ${reason}`,
    cause:
      'token, inputToken or outputToken is not a contract id of this network, or pair is not two of them',
    remedy: 'Send a contract id of this server’s network, or .stx.',
  }),
  'order-already-broadcast': change(409, {
    sentence: ({ txid }) => `Order already broadcast (txid ${txid}); it can no longer be cancelled`,
    cause: 'its swap is pending',
    remedy: 'Wait: the swap is in flight, and the mined transaction decides.',
    details: ({ txid }) => ({ txid }),
  }),
  'order-not-open': change(400, {
    sentence: 'Order not open',
    cause: `the order is not open: details.status is one of ${ORDER_STATUSES.slice(1).join(', ')}, and details.txid the swap of a broadcasted one`,
    remedy: 'Do nothing: the order has ended or is being sent; details.status says which.',
    details: ({ status, txid }) => defined({ status, txid }),
  }),
  'order-expired': change(400, {
    sentence: 'Order not open',
    cause: 'the order’s validTo has passed',
    remedy: 'Place a new order with a later validTo.',
    details: () => ({ status: 'open', reason: 'validTo has passed' }),
  }),
});
