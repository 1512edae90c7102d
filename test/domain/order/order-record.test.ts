import { describe, expect, it } from '@jest/globals';
import {
  importedEvent,
  importOrder,
  parseOrderRecord,
} from '../../../src/domain/order/terms/order-record.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { anOpenOrder, someTerms, T0 } from '../../support/builders.js';
import { A_REGISTRY, DOLLAR, signedInput } from '../../support/core-harness.js';
import { sha256 } from '../../support/sha256.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const CREATED = '2026-09-29T02:39:29.384Z';
const RULES = { network: 'devnet', now: NOW, sha256, maxSlippage: 0.05, wstx: A_REGISTRY.wstx } as const;
const record = (fields: object = {}) => ({ ...signedInput(), status: 'open', createdAt: CREATED, ...fields });
const problemsOf = (value: unknown) => {
  const parsed = parseOrderRecord(value, RULES);
  return parsed.ok ? [] : parsed.error.map(({ field, message }) => `${field} ${message}`);
};

describe('an order record of another exchange', () => {
  it('keeps an open order with its own age and nothing that the other exchange recorded of it', () => {
    const parsed = unwrap(parseOrderRecord(record({ txid: 'ab'.repeat(32) }), RULES));
    expect(parsed).toMatchObject({ status: 'open', createdAt: new Date(CREATED), facts: {} });
    expect(parsed.draft.extra).toEqual({});
  });

  it('keeps status, txid, times and block of an order that ended', () => {
    const facts = {
      txid: `0x${'AB'.repeat(32)}`,
      confirmedAt: CREATED,
      blockHeight: 9,
      blockTime: 1_790_649_599,
    };
    const parsed = unwrap(parseOrderRecord(record({ status: 'confirmed', ...facts }), RULES));
    expect(parsed).toMatchObject({
      status: 'confirmed',
      facts: {
        txid: 'ab'.repeat(32),
        confirmedAt: new Date(CREATED),
        blockHeight: 9,
        blockTime: 1_790_649_599,
      },
    });
  });

  it('keeps why and when an order failed or was cancelled, and no more than 1,000 characters of the reason', () => {
    const times = { broadcastedAt: CREATED, failedAt: CREATED, cancelledAt: CREATED };
    const value = record({ status: 'failed', ...times, failureReason: 'x'.repeat(1_001) });
    const at = new Date(CREATED);
    expect(unwrap(parseOrderRecord(value, RULES)).facts).toEqual({
      broadcastedAt: at,
      failedAt: at,
      cancelledAt: at,
      failureReason: 'x'.repeat(1_000),
    });
  });

  it('keeps metadata without a quote as it is, and adds none', () => {
    const metadataOf = (fields: object) =>
      unwrap(parseOrderRecord(record({ status: 'failed', ...fields }), RULES)).draft.metadata;
    expect(metadataOf({ metadata: { note: 'mine' } })).toEqual({ note: 'mine' });
    expect(metadataOf({})).toBeUndefined();
    expect(problemsOf(record({ metadata: { quote: { amountIn: 1 } } }))).toEqual([]);
  });

  it('may be created at the very time of the import', () => {
    expect(problemsOf(record({ createdAt: NOW.toISOString() }))).toEqual([]);
  });

  it('reads filled as broadcasted', () => {
    expect(unwrap(parseOrderRecord(record({ status: 'filled' }), RULES)).status).toBe('broadcasted');
  });

  it('keeps the quote of an order that ended, and drops the one of an open order', () => {
    const metadata = { note: 'mine', quote: { amountIn: 1, path: [{ contractId: DOLLAR }] } };
    const metadataOf = (status: string) =>
      unwrap(parseOrderRecord(record({ status, metadata }), RULES)).draft.metadata;
    expect(metadataOf('failed')).toEqual(metadata);
    expect(metadataOf('open')).toEqual({ note: 'mine' });
  });

  it.each(['open', 'confirmed'])(
    'keeps a field that is nearly a known one: if the %s order was accepted, it meant nothing',
    (status) => {
      const fields = { minAmmountOut: '5', metadata: { OCO: true } };
      const { draft } = unwrap(parseOrderRecord(record({ status, ...fields }), RULES));
      expect(draft).toMatchObject({ extra: { minAmmountOut: '5' }, metadata: { OCO: true } });
      expect(draft).not.toHaveProperty('minAmountOut');
    },
  );

  it('checks a window as of the order’s own time', () => {
    expect(problemsOf(record({ validTo: '2026-10-01T00:00:00Z' }))).toEqual([]);
    expect(problemsOf(record({ validTo: '2026-09-01T00:00:00Z' }))).toEqual([
      'validTo must be in the future',
    ]);
  });

  it.each([
    [['text'], ['record must be a JSON object']],
    [
      record({ status: 'constructor' }),
      ['status must be one of open, broadcasted, confirmed, failed, cancelled, filled'],
    ],
    [
      record({ status: 'done' }),
      ['status must be one of open, broadcasted, confirmed, failed, cancelled, filled'],
    ],
    [record({ createdAt: '2027-01-01T00:00:00Z' }), ['createdAt must not be in the future']],
    [record({ txid: 'abc' }), ['txid must be 64 hex digits']],
    [record({ txid: 7 }), ['txid must be 64 hex digits']],
    [record({ blockHeight: -1 }), ['blockHeight must be a whole number from 0 to 1000000000']],
    [record({ failureReason: 7 }), ['failureReason must be text']],
    [
      record({ signature: 'x', createdAt: undefined }),
      ['createdAt is required', 'signature must be 130 hex characters'],
    ],
  ])('is refused with every bad field named: %j', (value, problems) => {
    expect(problemsOf(value)).toEqual(problems);
  });
});

describe('parseOrderRecord: orders that can never run', () => {
  const broken = { metadata: { oco: 'true' }, validFrom: '2030-01-01T00:00:00Z' };

  it('takes one that has ended as it was recorded, and refuses one that is open', () => {
    expect(problemsOf(record({ ...broken, status: 'cancelled' }))).toEqual([]);
    expect(problemsOf(record(broken))).toEqual([
      'metadata oco must be true or false',
      'validFrom must be less than 90 days ahead: an open order ends after 90 days',
    ]);
  });
});

describe('importOrder', () => {
  const recorded = { createdAt: T0, facts: { blockHeight: 9 } };

  it('stores an open order as open, without facts', () => {
    const order = importOrder(someTerms(), { ...recorded, status: 'open' });
    expect(order).toEqual({ status: 'open', terms: someTerms(), createdAt: T0, version: 1 });
  });

  it('stores an order that ended as it was recorded', () => {
    const order = importOrder(someTerms(), { ...recorded, status: 'failed' });
    const imported = { blockHeight: 9 };
    expect(order).toEqual({ status: 'failed', terms: someTerms(), createdAt: T0, version: 1, imported });
  });

  it('begins the order’s log with its status and age', () => {
    const facts = { status: 'open', createdAt: T0.toISOString() };
    expect(importedEvent(anOpenOrder(), NOW)).toEqual({ type: 'imported', at: NOW, facts });
  });
});
