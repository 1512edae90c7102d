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
const demand = { expected, readContent: (fields: object) => fields };
const read = (fields: unknown) => readSignedMessage(JSON.stringify(fields), demand, rules);
const INVALID = {
  ok: false,
  error: { kind: 'invalid-message-content', problems: expect.any(Array) as unknown },
};
const invalid = (problems: object[]) => ({ ok: false, error: { kind: 'invalid-message-content', problems } });
const expired = (behindMs: number) => ({ ok: false, error: { kind: 'expired-timestamp', behindMs } });

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
      expect(read({ ...right, timestamp: timestamp + offset })).toEqual(expired(-offset));
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
    const accepted = field === 'network' ? ['mainnet'] : audience.origins;
    const refused = { ok: false, error: { kind: 'wrong-audience', field, isMissing: false, accepted } };
    expect(read({ ...right, audience: 'https://a.example', network: 'mainnet', [field]: value })).toEqual(
      refused,
    );
  });

  it('refuses every audience if the server has no names', () => {
    const nameless = { audience: { ...audience, origins: [] }, now: T0 };
    const message = JSON.stringify({ ...right, audience: 'https://a.example' });
    expect(readSignedMessage(message, demand, nameless)).toMatchObject({
      error: { kind: 'wrong-audience', field: 'audience' },
    });
  });

  it('refuses a message that does not name audience and network if the server requires it', () => {
    const strict = { audience: { ...audience, isRequired: true }, now: T0 };
    const readStrictly = (names: object) =>
      readSignedMessage(JSON.stringify({ ...right, ...names }), demand, strict);
    const names = { audience: 'https://a.example', network: 'mainnet' };
    const missing = (field: string) => ({ error: { kind: 'wrong-audience', field, isMissing: true } });
    expect(readStrictly(names).ok).toBe(true);
    expect(readStrictly({})).toMatchObject(missing('audience'));
    expect(readStrictly({ network: 'mainnet' })).toMatchObject(missing('audience'));
    expect(readStrictly({ audience: 'https://a.example' })).toMatchObject(missing('network'));
  });

  it('refuses content that the content reader rejects', () => {
    const message = (time: number) => JSON.stringify({ ...right, timestamp: time });
    const picky = {
      expected,
      fields: ['keyName', 'expiresAt'],
      readContent: (_: object, report: (field: string, message: string) => void) =>
        report('keyName', 'is required'),
    };
    const problems = [{ field: 'keyName', message: 'is required' }];
    expect(readSignedMessage(message(timestamp), picky, rules)).toEqual(invalid(problems));
    expect(readSignedMessage(message(0), picky, rules)).toEqual(invalid(problems));
    const value = { timestamp, content: 'abc' };
    const uuid = { expected, readContent: ({ uuid }: Record<string, unknown>) => uuid };
    expect(readSignedMessage(message(timestamp), uuid, rules)).toEqual({ ok: true, value });
  });

  it.each([
    [{ action: 'other', uuid: 1 }, ['action: must be cancel_order', 'uuid: must be abc']],
    [{ timestamp: '5' }, ['timestamp: must be a whole number of milliseconds']],
    [{ audiance: 'https://b.example' }, ['audiance: unknown; did you mean audience?']],
    [{ expires_at: '2030-01-01' }, ['expires_at: unknown; did you mean expiresAt?']],
    [
      { expiresat: 1, Network: 2 },
      ['expiresat: unknown; did you mean expiresAt?', 'Network: unknown; did you mean network?'],
    ],
  ])('names what is wrong with %j', (fields, problems) => {
    const result = readSignedMessage(
      JSON.stringify({ ...right, ...fields }),
      { ...demand, fields: ['expiresAt'] },
      rules,
    );
    const found = result.ok || result.error.kind !== 'invalid-message-content' ? [] : result.error.problems;
    expect(found.map(({ field, message }) => `${field}: ${message}`)).toEqual(problems);
  });

  it.each(['once', 'nonce', 'note', 'reason', 'time', 'domain', '_'])(
    'ignores the further field %s',
    (name) => {
      expect(read({ ...right, [name]: 'x' }).ok).toBe(true);
    },
  );

  it('reports invalid content before an expired timestamp', () => {
    expect(read({ ...right, action: 'other', timestamp: 0 })).toEqual(INVALID);
  });

  it.each(['', 'cancel_order', '[]', 'null', '5', '"text"', '{"action":', `[${JSON.stringify(right)}]`])(
    'refuses %j, which is not a JSON object',
    (message) => {
      expect(readSignedMessage(message, demand, rules)).toEqual(INVALID);
    },
  );

  it('ignores inherited properties', () => {
    const message = `{"__proto__": ${JSON.stringify(expected)}, "timestamp": ${timestamp}}`;
    expect(readSignedMessage(message, demand, rules)).toEqual(INVALID);
  });

  it('refuses any other text, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (message) => {
        expect(readSignedMessage(message, demand, rules)).toEqual(INVALID);
      }),
    );
  });
});
