import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parsePriceLine, type RawPrice } from '../../../src/domain/price-series/price-line.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import { seconds } from './series.js';

const NEWEST = seconds('2026-11-20T12:00:00Z');
const rules = {
  newest: NEWEST,
  snap: false,
  parseToken: (raw: string) =>
    raw === '' ? err({ reason: 'must be a contract id' }) : ok(raw as ContractId),
};
const good: RawPrice = { time: '2026-11-20T12:00:00Z', contractId: 'SP.token', usd: '0.1', btcUsd: '1e5' };
const parse = (raw: RawPrice, snap = false) => parsePriceLine({ ...good, ...raw }, { ...rules, snap });
const timeOf = (time: string, snap = false) => {
  const parsed = parse({ time }, snap);
  return parsed.ok ? parsed.value.time : parsed.error.reason;
};

describe('parsePriceLine', () => {
  it('reads a price with its time, token and bitcoin price', () => {
    expect(parse({})).toEqual(ok({ token: 'SP.token', time: NEWEST, usd: 0.1, btcUsd: 100_000 }));
  });

  it('reads Unix seconds and ISO 8601 alike', () => {
    expect(timeOf(String(NEWEST))).toBe(NEWEST);
    expect(timeOf('2026-11-20T14:00:00+02:00')).toBe(NEWEST);
    expect(timeOf('2026-11-20')).toBe(seconds('2026-11-20T00:00:00Z'));
  });

  it.each([
    ['', 'must be Unix seconds'],
    ['2026-11-20 12:00:00', 'must be Unix seconds'],
    ['20/11/2026', 'must be Unix seconds'],
    ['2026-02-30T00:00:00Z', 'must be Unix seconds'],
    ['-300', 'must be Unix seconds'],
    ['1700000000.5', 'must be Unix seconds'],
    ['1763640000000', 'must be Unix seconds'],
    ['2100', 'is before there was bitcoin'],
    ['2026-11-20T11:59:59Z', 'is off the five-minute grid'],
    ['2026-11-20T12:05:00Z', 'is later than the newest finished five minutes'],
    ['2030-01-01', 'is later than the newest finished five minutes'],
  ])('refuses the time %j', (time, reason) => {
    expect(timeOf(time)).toContain(reason);
  });

  it('rounds times down to the grid when asked to, but refuses unfinished grid points', () => {
    expect(timeOf('2026-11-20T11:59:59.999Z', true)).toBe(NEWEST - 300);
    expect(timeOf('2026-11-20T12:04:59Z', true)).toBe(NEWEST);
    expect(timeOf('2026-11-20T12:05:00Z', true)).toContain('is later');
  });

  it.each([
    '',
    '0',
    '0.0',
    '-1',
    '+1',
    'NaN',
    'Infinity',
    '1e999',
    '1e-999',
    '1,5',
    '0x10',
    '.',
    '1 2',
    '$5',
  ])('refuses %j as a price', (usd) => {
    const refused = { field: 'usd', reason: 'must be a number above 0' };
    expect(parse({ usd })).toEqual(err(refused));
    expect(parse({ btcUsd: usd })).toEqual(err({ ...refused, field: 'btcUsd' }));
  });

  it('refuses a price that is zero or infinite in bitcoin', () => {
    const refused = err({ field: 'usd', reason: 'has no price in bitcoin that a double can hold' });
    expect(parse({ usd: '5e-324' })).toEqual(refused);
    expect(parse({ usd: '1e300', btcUsd: '1e-300' })).toEqual(refused);
  });

  it.each(['time', 'contractId', 'usd', 'btcUsd'] as const)('reports a missing %s', (field) => {
    expect(parse({ [field]: undefined })).toMatchObject({ ok: false, error: { field } });
  });

  it('reads every number that JavaScript prints, to the last bit', () => {
    const price = fc.double({ min: Number.MIN_VALUE, noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(price, (usd) => {
        expect(parse({ usd: String(usd), btcUsd: String(usd) })).toMatchObject({
          value: { usd, btcUsd: usd },
        });
      }),
    );
  });
});
