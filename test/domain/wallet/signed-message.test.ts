import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readSignedMessage, TIMESTAMP_TOLERANCE_MS } from '../../../src/domain/wallet/signed-message.js';
import { T0 } from '../../support/builders.js';

const expected = { action: 'cancel_order', uuid: 'abc' };
const timestamp = T0.getTime();
const right = { ...expected, timestamp };
const asItIs = (fields: object) => fields;
const read = (fields: unknown) => readSignedMessage(JSON.stringify(fields), expected, T0, asItIs);
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

  it('refuses content that the content reader rejects', () => {
    const message = (time: number) => JSON.stringify({ ...right, timestamp: time });
    expect(readSignedMessage(message(timestamp), expected, T0, () => undefined)).toEqual(INVALID);
    expect(readSignedMessage(message(0), expected, T0, () => undefined)).toEqual(INVALID);
    const value = { timestamp, content: 'abc' };
    const uuid = ({ uuid }: Record<string, unknown>) => uuid;
    expect(readSignedMessage(message(timestamp), expected, T0, uuid)).toEqual({ ok: true, value });
  });

  it('reports invalid content before an expired timestamp', () => {
    expect(read({ ...right, action: 'other', timestamp: 0 })).toEqual(INVALID);
  });

  it.each(['', 'cancel_order', '[]', 'null', '5', '"text"', '{"action":', `[${JSON.stringify(right)}]`])(
    'refuses %j, which is no JSON object',
    (message) => {
      expect(readSignedMessage(message, expected, T0, asItIs)).toEqual(INVALID);
    },
  );

  it('ignores inherited properties', () => {
    const message = `{"__proto__": ${JSON.stringify(expected)}, "timestamp": ${timestamp}}`;
    expect(readSignedMessage(message, expected, T0, asItIs)).toEqual(INVALID);
  });

  it('refuses any other text, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (message) => {
        expect(readSignedMessage(message, expected, T0, asItIs)).toEqual(INVALID);
      }),
    );
  });
});
