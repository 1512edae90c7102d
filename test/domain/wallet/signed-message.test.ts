import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readSignedMessage, TIMESTAMP_TOLERANCE_MS } from '../../../src/domain/wallet/signed-message.js';
import { T0 } from '../../support/builders.js';

const expected = { action: 'cancel_order', uuid: 'abc' };
const timestamp = T0.getTime();
const right = { ...expected, timestamp };
const audience = {
  network: 'mainnet',
  origins: ['https://a.example', 'http://127.0.0.1:3000'],
  isRequired: false,
} as const;
const rules = { audience, now: T0 };
const asItIs = (fields: object) => fields;
const read = (fields: unknown) => readSignedMessage(JSON.stringify(fields), expected, rules, asItIs);
const INVALID = { ok: false, error: { kind: 'invalid-message-content' } };
const EXPIRED = { ok: false, error: { kind: 'expired-timestamp' } };

describe('readSignedMessage', () => {
  it('reads a message with the expected fields', () => {
    expect(read(right)).toEqual({ ok: true, value: { timestamp, content: right } });
  });

  it('passes further fields to the content reader', () => {
    expect(read({ ...right, reason: ['changed my mind'] })).toEqual({
      ok: true,
      value: { timestamp, content: { ...right, reason: ['changed my mind'] } },
    });
  });

  it('accepts timestamps up to five minutes off, either way', () => {
    expect(TIMESTAMP_TOLERANCE_MS).toBe(300_000);
    for (const offset of [-300_000, -1, 0, 1, 300_000]) {
      expect(read({ ...right, timestamp: timestamp + offset }).ok).toBe(true);
    }
    for (const offset of [-300_001, 300_001, -timestamp, 10 ** 15]) {
      expect(read({ ...right, timestamp: timestamp + offset })).toEqual(EXPIRED);
    }
  });

  it.each([
    ['another action', { action: 'execute_order' }],
    ['another uuid', { uuid: 'ABC' }],
    ['no uuid', { uuid: undefined }],
    ['an action that is no string', { action: ['cancel_order'] }],
    ['no timestamp', { timestamp: undefined }],
    ['a timestamp in text', { timestamp: timestamp.toString() }],
    ['an ISO timestamp', { timestamp: T0.toISOString() }],
    ['a timestamp with a fraction', { timestamp: timestamp + 0.5 }],
    ['a timestamp of null', { timestamp: null }],
    ['a timestamp beyond whole numbers', { timestamp: 2 ** 53 }],
  ])('refuses %s', (_, fields) => {
    expect(read({ ...right, ...fields })).toEqual(INVALID);
  });

  it.each([
    { audience: 'https://a.example' },
    { audience: 'http://127.0.0.1:3000', network: 'mainnet' },
    { network: 'mainnet' },
  ])('reads a message for this server: %j', (names) => {
    expect(read({ ...right, ...names }).ok).toBe(true);
  });

  it.each([
    ['audience', 'https://b.example'],
    ['audience', 'http://a.example'],
    ['audience', 'https://a.example/'],
    ['audience', 'https://a.example.b.example'],
    ['audience', 'a.example'],
    ['audience', ''],
    ['audience', null],
    ['audience', ['https://a.example']],
    ['network', 'testnet'],
    ['network', null],
  ])('refuses a message whose %s is %j', (field, value) => {
    const refused = { ok: false, error: { kind: 'wrong-audience', field, isMissing: false } };
    expect(read({ ...right, audience: 'https://a.example', network: 'mainnet', [field]: value })).toEqual(
      refused,
    );
  });

  it('refuses every audience where the server has no names', () => {
    const nameless = { audience: { ...audience, origins: [] }, now: T0 };
    const message = JSON.stringify({ ...right, audience: 'https://a.example' });
    expect(readSignedMessage(message, expected, nameless, asItIs)).toMatchObject({
      error: { kind: 'wrong-audience', field: 'audience' },
    });
  });

  it('refuses a message that does not name audience and network where the server requires it', () => {
    const strict = { audience: { ...audience, isRequired: true }, now: T0 };
    const readStrictly = (names: object) =>
      readSignedMessage(JSON.stringify({ ...right, ...names }), expected, strict, asItIs);
    const names = { audience: 'https://a.example', network: 'mainnet' };
    const missing = (field: string) => ({ error: { kind: 'wrong-audience', field, isMissing: true } });
    expect(readStrictly(names).ok).toBe(true);
    expect(readStrictly({})).toMatchObject(missing('audience'));
    expect(readStrictly({ network: 'mainnet' })).toMatchObject(missing('audience'));
    expect(readStrictly({ audience: 'https://a.example' })).toMatchObject(missing('network'));
  });

  it('refuses content that the content reader rejects', () => {
    const message = (time: number) => JSON.stringify({ ...right, timestamp: time });
    expect(readSignedMessage(message(timestamp), expected, rules, () => undefined)).toEqual(INVALID);
    expect(readSignedMessage(message(0), expected, rules, () => undefined)).toEqual(INVALID);
    const value = { timestamp, content: 'abc' };
    const uuid = ({ uuid }: Record<string, unknown>) => uuid;
    expect(readSignedMessage(message(timestamp), expected, rules, uuid)).toEqual({ ok: true, value });
  });

  it('reports invalid content before an expired timestamp', () => {
    expect(read({ ...right, action: 'other', timestamp: 0 })).toEqual(INVALID);
  });

  it.each(['', 'cancel_order', '[]', 'null', '5', '"text"', '{"action":', `[${JSON.stringify(right)}]`])(
    'refuses %j, which is no JSON object',
    (message) => {
      expect(readSignedMessage(message, expected, rules, asItIs)).toEqual(INVALID);
    },
  );

  it('ignores inherited properties', () => {
    const message = `{"__proto__": ${JSON.stringify(expected)}, "timestamp": ${timestamp}}`;
    expect(readSignedMessage(message, expected, rules, asItIs)).toEqual(INVALID);
  });

  it('refuses any other text, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (message) => {
        expect(readSignedMessage(message, expected, rules, asItIs)).toEqual(INVALID);
      }),
    );
  });
});
