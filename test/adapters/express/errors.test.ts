import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { STATUS } from '../../../src/adapters/express/index.js';
import type { CoreError } from '../../../src/application/core-error.js';
import type { ExecuteOrderError } from '../../../src/application/orders/owner-commands.js';
import { handleOf } from '../../../src/domain/order/terms/handle.js';
import { err } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { A_ROUTER, A_TOKEN, AN_OWNER, ANOTHER_OWNER, T0, txidOf, uuidOf } from '../../support/builders.js';
import { sha256 } from '../../support/sha256.js';
import { walletHeaders } from '../../support/signing.js';
import { errorIn } from './error-in.js';
import { API, appWith } from './fake-core.js';

const timestamp = T0.toISOString();

interface Expected {
  readonly facts?: object;
  readonly status: number;
  readonly error: string;
  readonly code?: string;
  readonly details?: unknown;
  readonly retryAfter?: string;
}

const EXPECTED: Record<CoreError['kind'], Expected> = {
  'order-not-filled': {
    facts: { uuid: uuidOf(1), status: 'open' },
    status: 404,
    error: 'The order has no fill to report on',
    details: { status: 'open' },
  },
  'invalid-order': {
    facts: {
      problems: [
        { field: 'owner', message: 'is required' },
        { field: 'uuid', message: 'must be a UUID' },
      ],
    },
    status: 400,
    error: 'Invalid request',
    details: ['owner: is required', 'uuid: must be a UUID'],
  },
  'invalid-selection': {
    facts: { problems: [{ field: 'strategyid', message: 'unknown field; did you mean strategyId?' }] },
    status: 400,
    error: 'Invalid request',
    code: 'invalid-request',
    details: ['strategyid: unknown field; did you mean strategyId?'],
  },
  'pinned-terms': {
    facts: { fields: ['amountIn'] },
    status: 400,
    error: 'An amendment cannot change what fixes the order',
    details: { fields: ['amountIn'] },
  },
  'outdated-revision': {
    facts: { revision: 1, current: 2 },
    status: 409,
    error: 'The order has revision 2, and these terms 1',
    details: { revision: 1, current: 2 },
  },
  'invalid-span': {
    facts: { reason: 'at most 90 days' },
    status: 400,
    error: 'Invalid span: at most 90 days',
  },
  'not-triggered-by-price': { facts: {}, status: 400, error: 'No price triggers this order' },
  'unknown-router': {
    facts: { router: A_ROUTER, known: [] },
    status: 400,
    error: `Unknown router ${A_ROUTER}`,
  },
  'recipient-not-owner': {
    facts: { router: A_ROUTER },
    status: 400,
    error: `recipient must equal owner: ${A_ROUTER} pays out only to the signer`,
  },
  'open-payout': {
    facts: { router: A_ROUTER },
    status: 400,
    error: `${A_ROUTER} pays whom the submitter of a transaction names, so anyone could copy the swap; this server takes no new orders for it`,
  },
  'unregistered-token': {
    facts: { token: A_TOKEN },
    status: 400,
    error: `The registry of this server does not know the inputToken ${A_TOKEN}`,
  },
  'not-a-subnet-token': {
    facts: { token: A_TOKEN, copies: [] },
    status: 400,
    error: `inputToken must be a subnet token (got ${A_TOKEN}); deposit to the subnet first`,
  },
  'router-cannot-verify': {
    facts: { router: A_TOKEN, token: A_TOKEN },
    status: 400,
    error: `The router ${A_TOKEN} cannot verify signatures of ${A_TOKEN}`,
  },
  'signature-not-verified': {
    facts: { mismatch: { field: 'amountIn', signed: '5' } },
    status: 400,
    error: 'Signature verification failed',
    details: { field: 'amountIn', signed: '5' },
  },
  'terms-signature-not-verified': {
    status: 400,
    error: 'The termsSignature is not the owner’s over these terms',
  },
  'terms-signature-required': { status: 400, error: 'This server requires a termsSignature' },
  'batch-refused': {
    status: 400,
    error: 'Another order of the batch was refused, and all or none are stored',
  },
  'same-token': {
    facts: { token: A_TOKEN },
    status: 400,
    error: `outputToken must differ from inputToken: both are ${A_TOKEN}`,
  },
  'unknown-output-token': {
    facts: { token: A_TOKEN },
    status: 400,
    error: `Neither the registry of this server nor any vault knows the outputToken ${A_TOKEN}`,
  },
  'unpriceable-token': {
    facts: { field: 'baseAsset', token: A_TOKEN },
    status: 400,
    error: `The registry of this server does not list the baseAsset ${A_TOKEN}: it never has a price`,
  },
  'oco-group-full': {
    facts: { strategyId: 'exits', limit: 100 },
    status: 400,
    error: 'The one-cancels-other group exits has 100 live orders already',
  },
  'order-exists': {
    facts: { uuid: uuidOf(1), differing: ['minAmountOut'] },
    status: 409,
    details: { differing: ['minAmountOut'] },
    error: `An order with uuid ${uuidOf(1)} already exists`,
  },
  'client-order-id-taken': {
    facts: { clientOrderId: 'mine-1' },
    status: 409,
    error: 'Another live order has the clientOrderId mine-1',
  },
  'not-replaced': {
    facts: { replaces: handleOf(uuidOf(1), sha256), reason: 'order-not-open' },
    status: 409,
    error: `The order ${handleOf(uuidOf(1), sha256)} cannot be replaced: order-not-open`,
    details: { replaces: handleOf(uuidOf(1), sha256), reason: 'order-not-open' },
  },
  'order-not-found': { facts: { ref: 'abc' }, status: 404, error: 'Not found', details: { order: 'abc' } },
  'strategy-not-found': {
    facts: { strategyId: 'plan', owner: AN_OWNER },
    status: 404,
    error: 'Not found',
    details: { strategyId: 'plan', owner: AN_OWNER },
  },
  'invalid-owner': {
    facts: { reason: 'must be a Stacks address' },
    status: 400,
    error: 'Invalid owner parameter: must be a Stacks address',
  },
  'invalid-token-filter': {
    facts: { parameter: 'token', reason: 'must be a string' },
    status: 400,
    error: 'Invalid token parameter: must be a string',
  },
  'invalid-wallet-address': {
    facts: { reason: 'must be a devnet address' },
    status: 400,
    error: 'Invalid wallet address format',
    details: { walletAddress: 'must be a devnet address' },
  },
  'invalid-signature': {
    facts: { mismatch: { field: 'publicKey', signed: 'x' } },
    status: 401,
    error: 'Invalid signature',
    details: { field: 'publicKey', signed: 'x' },
  },
  'signer-not-wallet': {
    facts: { signer: AN_OWNER },
    status: 401,
    error: 'Not authorised',
    details: { signer: AN_OWNER },
  },
  'wrong-audience': {
    facts: { field: 'network', isMissing: false, accepted: ['devnet'] },
    status: 401,
    error: 'Message is for another server',
    code: 'WRONG_AUDIENCE',
    details: { field: 'network', reason: 'is not this server’s' },
  },
  'invalid-message-content': {
    facts: { problems: [{ field: 'action', message: 'must be cancel_order' }] },
    status: 401,
    error: 'Invalid message content',
    details: ['action: must be cancel_order'],
  },
  'expired-timestamp': {
    facts: { behindMs: 400_000 },
    status: 401,
    error: 'EXPIRED_TIMESTAMP',
    code: 'EXPIRED_TIMESTAMP',
    details: { behindMs: 400_000 },
  },
  'signature-already-used': { status: 401, error: 'Signature already used' },
  'not-order-owner': { status: 403, error: 'Unauthorized', code: 'NOT_ORDER_OWNER' },
  'order-already-broadcast': {
    facts: { uuid: uuidOf(1), txid: txidOf(7) },
    status: 409,
    error: `Order already broadcast (txid ${txidOf(7)}); it can no longer be cancelled`,
    details: { txid: txidOf(7) },
  },
  'order-not-open': {
    facts: { uuid: uuidOf(1), status: 'confirmed' },
    status: 400,
    error: 'Order not open',
    details: { status: 'confirmed' },
  },
  'order-expired': {
    facts: { uuid: uuidOf(1) },
    status: 400,
    error: 'Order not open',
    details: { status: 'open', reason: 'validTo has passed' },
  },
  'order-spent': {
    facts: { uuid: uuidOf(1) },
    status: 422,
    error: 'The order’s signature is used on the chain already',
    details: { reason: 'its signature is spent; the record follows once the transaction is seen' },
  },
  'terms-changed': { status: 422, error: 'The stored terms are not those that the owner signed' },
  'insufficient-balance': {
    facts: { shortfall: { balance: 999_999n, needed: 1_000_000n } },
    status: 422,
    error: 'Insufficient balance',
    details: { balance: '999999', needed: '1000000' },
  },
  'no-route': {
    facts: { reason: 'insufficient-liquidity' },
    status: 422,
    error: 'No route',
    details: { reason: 'insufficient-liquidity' },
  },
  'below-minimum': {
    facts: { amountOut: toUnits(2n ** 100n), minAmountOut: toUnits(2n ** 101n) },
    status: 422,
    error: 'Quote below minimum',
    details: { amountOut: String(2n ** 100n), minAmountOut: String(2n ** 101n) },
  },
  'price-impact': {
    facts: { priceImpact: 0.0512, maxPriceImpact: 0.05 },
    status: 422,
    error: 'Price impact too high',
    details: { priceImpact: 0.0512, maxPriceImpact: 0.05 },
  },
  'unprotected-route': {
    facts: {},
    status: 422,
    error: 'No route that the chain can hold to the order’s minimum or slippage',
    details: { reason: 'the last vault pays a subnet copy, which post-conditions cannot bind' },
  },
  'entry-not-confirmed': {
    facts: { uuid: uuidOf(2) },
    status: 409,
    error: 'The order is an exit, and its entry is not confirmed yet; it stays open',
    details: { uuid: uuidOf(2) },
  },
  'sibling-sent': {
    facts: { uuid: uuidOf(2) },
    status: 409,
    error: 'Another order of this one-cancels-other group is on its way or done',
    details: { uuid: uuidOf(2) },
  },
  'swap-unprotectable': {
    status: 422,
    error: 'Post-conditions cannot bound what the swap moves',
  },
  'execution-disabled': {
    status: 503,
    error: 'This server holds no operator key and sends no swaps',
    retryAfter: '300',
  },
  'chain-unreachable': {
    facts: { reason: 'connect ECONNREFUSED 10.0.0.7' },
    status: 503,
    error: 'The chain cannot be reached; the order stays open',
    retryAfter: '5',
  },
  paused: {
    facts: { position: { isPaused: true, at: T0, by: 'alice@host', reason: 'a bad vault' } },
    status: 503,
    error: 'The operator has paused the sending of orders; the order stays open',
    details: { since: T0.toISOString(), reason: 'a bad vault' },
    retryAfter: '60',
  },
  restored: {
    facts: { newest: T0 },
    status: 503,
    error: 'The database was restored from a backup and is not released yet; the order stays open',
    details: { newest: T0.toISOString() },
    retryAfter: '300',
  },
  'went-back': {
    facts: {},
    status: 503,
    error: 'The database went back in time, and the chain is being asked; the order stays open',
    retryAfter: '5',
  },
  'dry-run': {
    facts: { nonce: 1n, feeUstx: toUnits(2n), amountOut: toUnits(3n) },
    status: 503,
    error: 'This server only plans swaps and sends none; the order stays open',
    details: { feeUstx: '2', amountOut: '3' },
    retryAfter: '300',
  },
  'operator-balance-low': {
    facts: { balanceUstx: toUnits(1n), leastUstx: 2n },
    status: 503,
    error: 'The operator’s account holds too little for fees; the order stays open',
    retryAfter: '300',
  },
  'fee-limit-reached': {
    facts: { per: 'hour', until: T0 },
    status: 503,
    error: 'The operator’s limit on fees is reached for now; the order stays open',
    details: { per: 'hour', until: T0.toISOString() },
    retryAfter: '300',
  },
  'worth-limit-reached': {
    facts: { until: T0 },
    status: 503,
    error: 'The operator’s limit on what is swapped within an hour is reached; the order stays open',
    details: { until: T0.toISOString() },
    retryAfter: '300',
  },
  'worth-unknown': {
    facts: { token: A_TOKEN },
    status: 422,
    error: 'The operator limits what orders are worth, and the inputToken has no recent price',
    details: { token: A_TOKEN },
  },
  'worth-too-high': {
    facts: { worthUsd: 12.5, maxUsd: 10 },
    status: 422,
    error: 'The order is worth more than the operator sends',
    details: { worthUsd: 12.5, maxUsd: 10 },
  },
  'too-many-in-flight': {
    status: 503,
    error: 'As many swaps as the chain takes at a time are on their way; the order stays open',
    retryAfter: '10',
  },
  'order-too-large': {
    facts: { bytes: 70_000, limit: 65_536 },
    status: 422,
    error: 'The order takes 70000 bytes; this server stores up to 65536 of one order',
    details: { bytes: 70_000, limit: 65_536 },
  },
  'open-quota-exceeded': {
    facts: { of: 'orders', used: 1_001, limit: 1_000 },
    status: 422,
    error: 'The owner’s open orders would exceed their quota: 1001 orders, of at most 1000',
    details: { of: 'orders', used: 1_001, limit: 1_000 },
  },
  'daily-quota-exceeded': {
    facts: { of: 'bytes', used: 60_000_000, limit: 50_000_000, msLeft: 1_500 },
    status: 429,
    error: 'The owner’s orders of today would exceed their quota: 60000000 bytes, of at most 50000000',
    details: { of: 'bytes', used: 60_000_000, limit: 50_000_000 },
    retryAfter: '2',
  },
  'too-many-api-keys': {
    facts: { limit: 50 },
    status: 422,
    error: 'The wallet has 50 active API keys, the most it may have; revoke one first',
    details: { limit: 50 },
  },
  'operator-off': {
    status: 404,
    error: 'This server has no operator’s wallets',
  },
  'not-operator': {
    status: 403,
    error: 'The wallet is not the operator’s',
  },
  'invalid-cost-period': {
    facts: { reason: 'must be 366 days at most' },
    status: 400,
    error: 'Invalid period: must be 366 days at most',
  },
  'too-many-costs': {
    facts: { most: 20_000 },
    status: 400,
    error: 'The period has more than 20000 transactions',
  },
  'session-ended': {
    status: 401,
    error: 'There is no such session',
  },
  'webhooks-off': {
    status: 404,
    error: 'This server sends no webhooks',
  },
  'too-many-webhooks': {
    facts: { limit: 5 },
    status: 422,
    error: 'The wallet has 5 webhooks, the most it may have; delete one first',
    details: { limit: 5 },
  },
  'webhook-not-found': {
    facts: { webhookId: 'w' },
    status: 404,
    error: 'Webhook not found',
    details: { webhookId: 'w' },
  },
  'too-many-alerts': {
    facts: { limit: 50 },
    status: 422,
    error: 'The wallet has 50 alerts, the most it may have; delete one first',
    details: { limit: 50 },
  },
  'alert-not-found': {
    facts: { alertId: 'a' },
    status: 404,
    error: 'Alert not found',
    details: { alertId: 'a' },
  },
  'delivery-not-found': {
    facts: { deliveryId: 'd' },
    status: 404,
    error: 'Delivery not found',
    details: { deliveryId: 'd' },
  },
  'webhook-disabled': {
    status: 409,
    error: 'The webhook is disabled',
  },
  'owner-in-flight': {
    status: 429,
    error: 'As many swaps of this owner are on their way as one owner may have; the order stays open',
    retryAfter: '10',
  },
  'too-many-failures': {
    status: 429,
    error: 'Too many swaps of this owner have failed within the hour; the order stays open',
    retryAfter: '900',
  },
  'broadcast-refused': {
    facts: { reason: 'NotEnoughFunds', about: 'account' },
    status: 503,
    error: 'The node refused the swap; the order stays open',
    details: { reason: 'NotEnoughFunds' },
    retryAfter: '30',
  },
  'broadcast-unknown': {
    facts: { txid: txidOf(7) },
    status: 503,
    error: 'The swap is stored and its fate is not known yet; it will be sent again',
    details: { txid: txidOf(7) },
    retryAfter: '5',
  },
  'invalid-api-key': { status: 401, error: 'Invalid API key', code: 'INVALID_API_KEY' },
  'api-key-inactive': { status: 401, error: 'API key inactive', code: 'API_KEY_INACTIVE' },
  'revocations-unknown': {
    status: 503,
    error: 'The database may lack revocations of API keys; keys are admitted once it is released',
    retryAfter: '30',
  },
  'rate-limit-exceeded': {
    facts: { caller: { askedAt: T0, standing: { resetsAt: new Date(T0.getTime() + 59_001) } } },
    status: 429,
    error: 'RATE_LIMIT_EXCEEDED',
    code: 'RATE_LIMIT_EXCEEDED',
    retryAfter: '60',
  },
  'wallet-rate-exceeded': {
    facts: { askedAt: T0, standing: { resetsAt: new Date(T0.getTime() + 59_001) } },
    status: 429,
    error: 'RATE_LIMIT_EXCEEDED',
    code: 'RATE_LIMIT_EXCEEDED',
    retryAfter: '60',
  },
  'outside-key-limits': {
    facts: { limit: 'pair', value: 'a,b', until: T0 },
    status: 403,
    error: 'The limits of this API key do not allow this',
    details: { limit: 'pair', value: 'a,b', until: timestamp },
  },
  'key-amount-exceeded': {
    facts: { token: '.stx', limit: 10n, spent: 8n, amount: 3n, until: T0, msLeft: 1_001 },
    status: 429,
    error: 'The daily amount of this API key is used up for this order',
    details: { limit: 'amount', token: '.stx', perDay: '10', spent: '8', amount: '3', until: timestamp },
    retryAfter: '2',
  },
  'invalid-fields': {
    facts: { problems: [{ field: 'url', message: 'is required' }] },
    status: 400,
    error: 'Invalid request',
    details: ['url: is required'],
  },
  'permission-denied': {
    facts: { permission: 'execute' },
    status: 403,
    error: 'Permission denied',
    code: 'PERMISSION_DENIED',
    details: { permission: 'execute' },
  },
  'key-of-another-wallet': {
    status: 403,
    error: 'API key not authorized for this wallet',
    code: 'UNAUTHORIZED_WALLET',
  },
  'duplicate-key-name': {
    status: 400,
    error: 'An active API key with this name already exists',
    details: { code: 'DUPLICATE_KEY_NAME' },
  },
  'api-key-not-found': {
    facts: { keyId: 'k' },
    status: 404,
    error: 'API key not found',
    details: { keyId: 'k' },
  },
  'not-key-owner': { status: 403, error: 'Unauthorized' },
  'token-not-priced': {
    facts: { token: 'x' },
    status: 404,
    error: 'This token was never priced',
    details: { token: 'x' },
  },
  'invalid-balance-request': {
    facts: { parameter: 'address', reason: 'must be a Stacks address' },
    status: 400,
    error: 'Invalid address parameter: must be a Stacks address',
  },
  'invalid-price-times': {
    facts: { parameter: 'times', reason: 'must not be in the future' },
    status: 400,
    error: 'Invalid times parameter: must not be in the future',
  },
  'invalid-history-request': {
    facts: { parameter: 'from', reason: 'must be before to' },
    status: 400,
    error: 'Invalid from parameter: must be before to',
  },
  'idempotency-key-reused': {
    status: 422,
    error: 'This Idempotency-Key was used for another request',
  },
  'idempotency-key-in-use': {
    status: 409,
    error: 'The first request with this Idempotency-Key is still being worked on',
    retryAfter: '1',
  },
  'metadata-not-found': {
    facts: { contractId: A_TOKEN },
    status: 404,
    error: 'Metadata not found',
    details: { contractId: A_TOKEN },
  },
  'token-not-examined': {
    facts: { contractId: A_TOKEN },
    status: 404,
    error: 'No safety facts of this token',
    details: { contractId: A_TOKEN },
  },
  'logo-not-found': {
    facts: { contractId: A_TOKEN },
    status: 404,
    error: 'No logo of this token',
    details: { contractId: A_TOKEN },
  },
  'invalid-contract-id': {
    facts: { reason: 'must be a contract' },
    status: 400,
    error: 'Invalid contract ID format',
    details: { contractId: 'must be a contract' },
  },
  'missing-signature': {
    status: 401,
    error: 'Missing authentication headers',
    code: 'missing-authentication-headers',
  },
  'missing-timestamp': { status: 401, error: 'Missing timestamp header' },
  'invalid-timestamp': { status: 401, error: 'Invalid timestamp format' },
  'message-expired': { status: 401, error: 'Message expired' },
  'body-hash-required': { status: 401, error: 'The signed message must hold bodyHash' },
  'signer-not-deployer': {
    facts: { signer: AN_OWNER, deployer: ANOTHER_OWNER },
    status: 401,
    error: 'Not authorised',
    details: { signer: AN_OWNER, deployer: ANOTHER_OWNER },
  },
  'body-hash-mismatch': { status: 401, error: 'The signed bodyHash is not the hash of the body' },
  'contract-not-deployed': {
    facts: { contractId: A_TOKEN },
    status: 422,
    error: `The chain has no contract ${A_TOKEN}, and its deployer may save no more before a deployment: at most 10 records of 131072 bytes in all`,
    details: { contractId: A_TOKEN, records: 10, bytes: 131_072 },
  },
  'contract-unconfirmed': {
    facts: { contractId: A_TOKEN, retryAfterMs: 12_500 },
    status: 503,
    error: 'The chain cannot be asked for the contract; nothing was saved',
    retryAfter: '13',
  },
  'deployer-quota-exceeded': {
    facts: { deployer: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', bytes: 6_000_000, limit: 5_000_000 },
    status: 422,
    error:
      'The records of ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM would take 6000000 bytes, of at most 5000000',
    details: { bytes: 6_000_000, limit: 5_000_000 },
  },
  'invalid-metadata': {
    facts: { field: 'properties', reason: 'must be an object' },
    status: 422,
    error: 'Validation error: properties must be an object',
    details: { field: 'properties', reason: 'must be an object' },
  },
};

const failing = (kind: string, facts = EXPECTED[kind as CoreError['kind']].facts) => {
  const error = { kind, ...facts } as ExecuteOrderError;
  return request(appWith({ orders: { execute: async () => err(error) } }))
    .post(`${API}/orders/${uuidOf(1)}/execute`)
    .set(walletHeaders({}));
};

describe('the response to an error of the core', () => {
  it.each(Object.entries(EXPECTED))(
    '%s',
    async (kind, { status, error, code = kind, details, retryAfter }) => {
      const response = await failing(kind);
      expect(response.status).toBe(status);
      expect(errorIn(response)).toEqual({
        error,
        timestamp,
        code,
        ...(details !== undefined && { details }),
      });
      expect(response.get('cache-control')).toBe('no-store');
      expect(response.get('retry-after')).toBe(retryAfter);
      expect(STATUS[kind as CoreError['kind']]).toBe(status);
    },
  );

  it('asks for an early retry if only vaults could not be read yet', async () => {
    const facts = { reason: 'a pool did not respond', retryAfterMs: 1_000, isPartial: true };
    const response = await failing('chain-unreachable', facts);
    expect(response.status).toBe(503);
    expect(response.get('retry-after')).toBe('1');
    expect(response.body).toMatchObject({
      error: 'Not every vault on the way could be read yet; the order stays open',
      code: 'chain-unreachable',
    });
  });

  it.each<[string, object, RegExp | undefined]>([
    ['order-not-found', { ref: 'abc' }, /named by its handle or uuid/],
    ['order-not-found', { ref: 'client:mine' }, /only to its owner/],
    ['order-not-found', { ref: uuidOf(1) }, undefined],
    ['token-not-priced', { token: 'STX' }, /named by contract id/],
    ['token-not-priced', { token: 'welsh', meant: [A_TOKEN] }, new RegExp(`with this symbol: ${A_TOKEN}`)],
    [
      'wrong-audience',
      { field: 'network', isMissing: true, accepted: ['devnet'] },
      /whose network is devnet\./,
    ],
    [
      'wrong-audience',
      { field: 'audience', isMissing: false, accepted: ['https://a.example', 'https://b.example'] },
      /whose audience is https:\/\/a\.example or https:\/\/b\.example\. Behind a proxy, .* SLUICE_PUBLIC_URL/,
    ],
    ['wrong-audience', { field: 'audience', isMissing: true, accepted: [] }, /SLUICE_PUBLIC_URL/],
    ['expired-timestamp', { behindMs: 1_790_000_000_000 * 0.999 }, /seems to be in seconds/],
    ['expired-timestamp', { behindMs: -1_790_000_000_000 * 999 }, /microseconds/],
    ['expired-timestamp', { behindMs: 400_000 }, /400 s behind/],
    ['invalid-signature', { signer: AN_OWNER }, /is that of ST\w+: if you do not know that address/],
    ['token-not-priced', { token: A_TOKEN }, undefined],
    ['metadata-not-found', { contractId: 'welsh' }, /named by contract id/],
  ])('explains how to name what was not found: %s %j', async (kind, facts, hint) => {
    const { body } = (await failing(kind, facts)) as { body: unknown };
    if (hint === undefined) expect(body).not.toHaveProperty('hint');
    else expect((body as { hint: string }).hint).toMatch(hint);
  });

  it('names the swap of an order that is broadcasted', async () => {
    const facts = { uuid: uuidOf(1), status: 'broadcasted', txid: txidOf(7) };
    const { body } = (await failing('order-not-open', facts)) as { body: unknown };
    expect(body).toMatchObject({ details: { status: 'broadcasted', txid: txidOf(7) } });
  });

  it.each<[CoreError['kind'], RegExp]>([
    ['invalid-api-key', /starts with ck_live_, or ck_test_/],
    ['api-key-inactive', /revoked or expired/],
    ['permission-denied', /the permission execute/],
    ['key-of-another-wallet', /wallet that owns the order/],
    ['rate-limit-exceeded', /X-RateLimit/],
    ['not-order-owner', /owns the order/],
    ['signature-already-used', /Sign a new message/],
    ['missing-signature', /x-signature and x-public-key/],
    ['insufficient-balance', /Deposit more/],
  ])('says what a caller without access does: %s', async (kind, hint) => {
    expect((await failing(kind)).body).toMatchObject({ hint: expect.stringMatching(hint) as unknown });
  });

  it('is RFC 9457 for a caller that accepts it', async () => {
    const response = await failing('order-not-open').set('Accept', 'application/problem+json');
    expect(response.status).toBe(400);
    expect(response.get('content-type')).toBe('application/problem+json');
    expect(JSON.parse(response.text)).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'Order not open',
      code: 'order-not-open',
      timestamp,
      details: { status: 'confirmed' },
      requestId: response.get('x-request-id'),
    });
  });

  it.each(['*/*', 'application/json', 'text/html', 'application/problem+json;q=0.1, application/json'])(
    'is plain JSON for a caller that accepts %s',
    async (accept) => {
      const response = await failing('order-not-found').set('Accept', accept);
      expect(response.get('content-type')).toBe('application/json; charset=utf-8');
      expect(response.get('vary')).toContain('Accept');
      expect(response.body).toMatchObject({ error: 'Not found', code: 'order-not-found' });
    },
  );
});
