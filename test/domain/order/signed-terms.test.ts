import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import type { OrderTerms } from '../../../src/domain/order/order.js';
import { handleOf } from '../../../src/domain/order/terms/handle.js';
import { parseOrderDraft } from '../../../src/domain/order/terms/draft.js';
import { followSignedFields, termsMessage } from '../../../src/domain/order/terms/signed-terms.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import {
  A_ROUTER,
  A_SUBNET_TOKEN,
  A_TOKEN,
  AN_OWNER,
  ANOTHER_OWNER,
  handleFor,
  someTerms,
  T0,
  uuidOf,
} from '../../support/builders.js';
import { sha256 } from '../../support/sha256.js';

const rules = { network: 'devnet', sha256, wstx: `${AN_OWNER}.wstx` as ContractId } as const;
const input = {
  owner: AN_OWNER,
  inputToken: A_SUBNET_TOKEN,
  outputToken: A_TOKEN,
  amountIn: '1000000',
  recipient: AN_OWNER,
  signature: 'a1'.repeat(65),
  uuid: uuidOf(1),
  termsSignature: 'b1'.repeat(65),
  minAmountOut: '5',
};
/** The terms of an order whose owner signed them, as they were placed. */
function placed(fields: object = {}): OrderTerms {
  const limits = { now: T0, maxSlippage: 0.9, keepsMistyped: true };
  return { router: A_ROUTER, ...unwrap(parseOrderDraft({ ...input, ...fields }, { ...rules, ...limits })) };
}

describe('followSignedFields', () => {
  it.each([
    ['terms without such a signature', someTerms()],
    ['terms as they were placed', placed()],
    ['terms with metadata, which the signature does not cover', placed({ metadata: { note: 'mine' } })],
    ['a window that has closed since, or opens long after', placed({ validFrom: '2026-11-21T00:00:00Z' })],
    ['a slippage above the limit of today', placed({ slippage: 0.9 })],
    ['a field that is nearly a known one', placed({ minAmmountOut: '7' })],
    ['a router that the signed fields name', placed({ router: A_ROUTER })],
    ['an integrator', placed({ integrator: 'app.example.org' })],
    ['what an older release took for a field of the owner’s own', placed({ integrator: 'My Program' })],
  ])('accepts %s', (_what, terms) => {
    expect(followSignedFields(terms, rules)).toBe(true);
  });

  it.each<[string, Partial<OrderTerms>]>([
    ['another recipient', { recipient: ANOTHER_OWNER }],
    ['another minimum', { minAmountOut: toUnits(4n) }],
    [
      'another router than the one that the signed fields name',
      { router: `${AN_OWNER}.other` as ContractId },
    ],
    ['a field that was not signed', { validTo: T0 }],
    ['an integrator that was not signed', { integrator: 'another' }],
    ['an entry that was not signed', { after: { uuid: uuidOf(8), handle: handleFor(uuidOf(8)) } }],
  ])('refuses %s', (_what, changes) => {
    expect(followSignedFields({ ...placed({ router: A_ROUTER }), ...changes }, rules)).toBe(false);
  });

  it('refuses an exit whose entry was replaced or taken away', () => {
    const exit = placed({ after: uuidOf(8), strategyId: 'bracket' });
    expect(followSignedFields(exit, rules)).toBe(true);
    const { after: _, ...alone } = exit;
    expect(followSignedFields(alone, rules)).toBe(false);
    const other = { uuid: uuidOf(9), handle: handleOf(uuidOf(9), sha256) };
    expect(followSignedFields({ ...exit, after: other }, rules)).toBe(false);
  });

  it('refuses signed fields that are no order', () => {
    const { signed, ...terms } = placed();
    const fields = { ...signed!.fields, amountIn: 'many' };
    expect(followSignedFields({ ...terms, signed: { ...signed!, fields } }, rules)).toBe(false);
  });
});

describe('termsMessage', () => {
  it('names the hash of the fields as JSON with sorted names', () => {
    const hash = createHash('sha256').update('{"a":"1","b":"2"}').digest('hex');
    expect(termsMessage({ b: '2', a: '1' }, sha256)).toBe(`sluice-terms:${hash}`);
  });
});
