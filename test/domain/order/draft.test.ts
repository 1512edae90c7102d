import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { conditionFields } from '../../../src/domain/order/conditions/conditions.js';
import { parseOrderDraft, type OrderDraft } from '../../../src/domain/order/terms/draft.js';
import { handleOf } from '../../../src/domain/order/terms/handle.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import {
  A_ROUTER,
  A_SUBNET_TOKEN,
  A_TOKEN,
  AN_OWNER,
  ANOTHER_OWNER,
  T0,
  uuidOf,
} from '../../support/builders.js';
import { sha256 } from '../../support/sha256.js';
import { runs } from '../../support/properties.js';

const WSTX = `${AN_OWNER}.wstx` as ContractId;
const rules = { network: 'devnet', sha256, now: T0, maxSlippage: 0.05, wstx: WSTX } as const;
const SIGNATURE = 'a1'.repeat(65);
const required = {
  owner: AN_OWNER,
  inputToken: A_SUBNET_TOKEN,
  outputToken: A_TOKEN,
  amountIn: '1000000',
  recipient: AN_OWNER,
  signature: SIGNATURE,
  uuid: uuidOf(1),
};
const trigger = { conditionToken: A_TOKEN, targetPrice: '1.50', direction: 'gt' };

const draftOf = (fields: Record<string, unknown>): OrderDraft =>
  unwrap(parseOrderDraft({ ...required, ...fields }, rules));
const problemsOf = (fields: object) => {
  const draft = parseOrderDraft({ ...required, ...fields }, rules);
  return draft.ok ? [] : draft.error.problems.map(({ field, message }) => `${field}: ${message}`);
};

describe('parseOrderDraft: required fields', () => {
  it('returns an order without trigger and router when only the required fields are given', () => {
    const handle = handleOf(uuidOf(1), sha256);
    expect(draftOf({})).toEqual({ ...required, handle, amountIn: 1_000_000n, strategy: {}, extra: {} });
  });

  it('treats null in an optional field as absent', () => {
    const names =
      'router conditionToken targetPrice direction baseAsset validFrom validTo strategyId metadata';
    const nothing = Object.fromEntries(names.split(' ').map((name) => [name, null]));
    expect(draftOf({ ...nothing, clientOrderId: null, minAmountOut: null })).toEqual(draftOf({}));
  });

  it.each(Object.keys(required))('reports %s as required when it is absent or null', (field) => {
    expect(problemsOf({ [field]: undefined })).toEqual([`${field}: is required`]);
    expect(problemsOf({ [field]: null })).toEqual([`${field}: is required`]);
  });
});

describe('parseOrderDraft: valid fields', () => {
  it.each<[string, unknown, Partial<Record<keyof OrderDraft, unknown>>]>([
    ['outputToken', '.stx', { outputToken: '.stx' }],
    ['amountIn', '1', { amountIn: 1n }],
    ['amountIn', '18446744073709551615', { amountIn: 2n ** 64n - 1n }],
    ['recipient', ANOTHER_OWNER, { recipient: ANOTHER_OWNER }],
    ['signature', `0x${SIGNATURE}`, { signature: SIGNATURE }],
    ['signature', SIGNATURE.toUpperCase(), { signature: SIGNATURE }],
    ['signature', `${SIGNATURE.slice(0, 128)}1B`, { signature: `${SIGNATURE.slice(0, 128)}00` }],
    ['signature', `${SIGNATURE.slice(0, 128)}1c`, { signature: `${SIGNATURE.slice(0, 128)}01` }],
    ['uuid', 'ABCDEF00-0000-4000-8000-00000000000F', { uuid: 'abcdef00-0000-4000-8000-00000000000f' }],
    ['router', A_ROUTER, { router: A_ROUTER }],
    ['validFrom', '2020-01-01', { validFrom: new Date('2020-01-01T00:00:00Z') }],
    ['validTo', '2026-11-20T12:00:01Z', { validTo: new Date('2026-11-20T12:00:01Z') }],
    ['strategyId', 'x'.repeat(200), { strategy: { strategyId: 'x'.repeat(200) } }],
    ['strategyId', '', { strategy: { strategyId: '' } }],
    ['strategyType', 'a plan of my own', { strategy: { strategyType: 'a plan of my own' } }],
    ['strategyDescription', 'Größe 🦀', { strategy: { strategyDescription: 'Größe 🦀' } }],
    ['strategyPosition', 1, { strategy: { strategyPosition: 1 } }],
    ['strategySize', 1_000_000, { strategy: { strategySize: 1_000_000 } }],
    ['clientOrderId', 'A-z0_9.:', { clientOrderId: 'A-z0_9.:' }],
    ['clientOrderId', 'x'.repeat(64), { clientOrderId: 'x'.repeat(64) }],
    ['integrator', 'app.example-1_x', { integrator: 'app.example-1_x' }],
    ['integrator', 'x'.repeat(40), { integrator: 'x'.repeat(40) }],
    ['minAmountOut', '0', { minAmountOut: 0n }],
    ['minAmountOut', '18446744073709551615', { minAmountOut: 2n ** 64n - 1n }],
    ['slippage', 0, { slippage: 0 }],
    ['slippage', 0.05, { slippage: 0.05 }],
    ['slippage', '0.005', { slippage: 0.005 }],
    ['maxPriceImpact', 0, { maxPriceImpact: 0 }],
    ['maxPriceImpact', 1, { maxPriceImpact: 1 }],
    ['metadata', { oco: false, note: [1, null] }, { metadata: { oco: false, note: [1, null] } }],
    ['someone', { deep: ['kept', 1.5] }, { extra: { someone: { deep: ['kept', 1.5] } } }],
  ])('keeps %s %j', (field, raw, kept) => {
    expect(draftOf({ [field]: raw })).toMatchObject(kept);
  });
});

const NO_ADDRESS = 'must be a Stacks address';
const NO_CONTRACT = 'must be a contract id: its address must be a Stacks address';
const NO_UNITS = 'must be a whole number in decimal digits, without sign or leading zero';
const NO_LABEL = 'must be a string of up to 200 characters';
const NO_POSITION = 'must be a whole number from 1 to 1000000';
const NO_TAG = 'must be 1 to 40 characters of a-z 0-9 . _ -, the first a letter or digit';
const NO_CLIENT_ID = 'must be 1 to 64 characters of A-Z a-z 0-9 _ . : -';

describe('parseOrderDraft: invalid fields', () => {
  it.each<[string, unknown, string]>([
    ['owner', AN_OWNER.toLowerCase(), NO_ADDRESS],
    ['owner', 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', 'must be a devnet address'],
    ['owner', `${AN_OWNER.slice(0, -1)}N`, 'must be a Stacks address with a valid checksum'],
    ['owner', A_TOKEN, NO_ADDRESS],
    ['recipient', 5, 'must be a string'],
    ['recipient', A_TOKEN, NO_ADDRESS],
    ['inputToken', '.stx', 'must be a contract, not .stx'],
    ['inputToken', AN_OWNER, 'must be a contract id (<address>.<contract-name>)'],
    ['outputToken', '.STX', NO_CONTRACT],
    ['outputToken', {}, 'must be a string'],
    ['amountIn', '0', 'must be between 1 and 18446744073709551615'],
    ['amountIn', '18446744073709551616', 'must be between 1 and 18446744073709551615'],
    ['amountIn', 1, 'must be a string of decimal digits'],
    ['amountIn', '-1', NO_UNITS],
    ['amountIn', '+1', NO_UNITS],
    ['amountIn', '01', NO_UNITS],
    ['amountIn', '1e3', NO_UNITS],
    ['amountIn', '1.0', NO_UNITS],
    ['signature', SIGNATURE.slice(2), 'must be 130 hex characters'],
    ['signature', `${SIGNATURE}00`, 'must be 130 hex characters'],
    ['signature', `zz${SIGNATURE.slice(2)}`, 'must be 130 hex characters'],
    ['signature', `0x0x${SIGNATURE.slice(4)}`, 'must be 130 hex characters'],
    ['uuid', 'not-a-uuid', 'must be a UUID'],
    ['uuid', uuidOf(1).replaceAll('-', ''), 'must be a UUID'],
    ['uuid', `{${uuidOf(1)}}`, 'must be a UUID'],
    ['uuid', `${uuidOf(1)}\n`, 'must be a UUID'],
    ['router', '.stx', 'must be a contract, not .stx'],
    ['router', 'x-multihop', 'must be a contract id (<address>.<contract-name>)'],
    ['baseAsset', 'USD', 'needs conditionToken, targetPrice and direction'],
    ['validTo', '2026-11-20T12:00:00Z', 'must be in the future'],
    ['validTo', '2020-01-01', 'must be in the future'],
    ['slippage', 0.0501, 'must be a fraction from 0 to 0.05'],
    ['slippage', -0.01, 'must be a fraction from 0 to 0.05'],
    ['slippage', '1%', 'must be a fraction from 0 to 0.05'],
    ['slippage', true, 'must be a fraction from 0 to 0.05'],
    ['maxPriceImpact', 1.01, 'must be a fraction from 0 to 1'],
    ['maxPriceImpact', '', 'must be a fraction from 0 to 1'],
    ['strategyId', 'x'.repeat(201), NO_LABEL],
    ['strategyId', 7, NO_LABEL],
    ['strategyType', 'a\0b', 'must not hold control or direction characters'],
    ['strategyType', '\ud83e', 'must not hold control or direction characters'],
    ['strategyId', 'a\u202eb', 'must not hold control or direction characters'],
    ['strategyDescription', 'a\u2066b', 'must not hold control or direction characters'],
    ['strategyDescription', 'a\u2028b', 'must not hold control or direction characters'],
    ['strategyDescription', '\udd80x', 'must not hold control or direction characters'],
    ['strategyDescription', ['a'], NO_LABEL],
    ['strategyPosition', 0, NO_POSITION],
    ['strategyPosition', 1.5, NO_POSITION],
    ['strategyPosition', '1', NO_POSITION],
    ['strategySize', -1, NO_POSITION],
    ['strategySize', 1e300, NO_POSITION],
    ['clientOrderId', '', NO_CLIENT_ID],
    ['clientOrderId', 'x'.repeat(65), NO_CLIENT_ID],
    ['clientOrderId', 'a b', NO_CLIENT_ID],
    ['clientOrderId', 'ä', NO_CLIENT_ID],
    ['integrator', '', NO_TAG],
    ['integrator', 'x'.repeat(41), NO_TAG],
    ['integrator', 'App', NO_TAG],
    ['integrator', 'a b', NO_TAG],
    ['integrator', '-a', NO_TAG],
    ['integrator', '.a', NO_TAG],
    ['integrator', 'ä', NO_TAG],
    ['integrator', 1, NO_TAG],
    ['minAmountOut', 1, 'must be a string of decimal digits'],
    ['minAmountOut', (2n ** 64n).toString(), `must be between 0 and ${2n ** 64n - 1n}`],
    ['metadata', [], 'must be a JSON object'],
    ['metadata', 'text', 'must be a JSON object'],
    ['metadata', { quote: null }, 'quote is set by the server'],
    ['metadata', { text: 'ä'.repeat(4096) }, 'must be at most 8192 bytes of JSON'],
    ['metadata', JSON.parse('{"__proto__":{"admin":true}}'), 'must not hold the name __proto__'],
    ['metadata', JSON.parse('{"a":[{"b":{"__proto__":1}}]}'), 'must not hold the name __proto__'],
    ['metadata', { a: { constructor: 1 } }, 'must not hold the name constructor'],
    ['metadata', nested(33), 'must be nested at most 32 levels deep'],
  ])('refuses %s %j with the message: %s', (field, raw, message) => {
    expect(problemsOf({ [field]: raw })).toEqual([`${field}: ${message}`]);
  });
});

/** An object nested this many levels deep. */
function nested(levels: number): object {
  return levels === 1 ? {} : { in: nested(levels - 1) };
}

describe('parseOrderDraft: trigger', () => {
  it('reads a price condition, in dollars unless baseAsset is given', () => {
    expect(draftOf(trigger).trigger).toEqual({
      kind: 'price',
      ...trigger,
      targetPrice: { text: '1.50', scaled: 1_500_000_000_000_000_000n },
      baseAsset: 'USD',
    });
    expect(draftOf({ ...trigger, baseAsset: A_SUBNET_TOKEN }).trigger?.baseAsset).toBe(A_SUBNET_TOKEN);
  });

  it('reads a window condition when conditionToken is *, and keeps its other fields as they were sent', () => {
    const { trigger: condition } = draftOf({ ...trigger, baseAsset: A_SUBNET_TOKEN, conditionToken: '*' });
    expect(condition?.kind).toBe('window');
    expect(condition && conditionFields(condition)).toEqual({
      ...trigger,
      conditionToken: '*',
      baseAsset: A_SUBNET_TOKEN,
    });
  });

  const names = ['conditionToken', 'targetPrice', 'direction'] as const;
  const partial = [1, 2, 3, 4, 5, 6].map((bits) => names.filter((_, i) => (bits & (1 << i)) !== 0));
  it.each(partial.map((given) => ({ given })))(
    'reports the missing fields when only $given are given',
    ({ given }) => {
      const fields = Object.fromEntries(given.map((name) => [name, trigger[name]]));
      const absent = names.filter((name) => !given.includes(name));
      expect(problemsOf({ ...fields, baseAsset: 'USD' })).toEqual(
        absent.map(
          (name) =>
            `${name}: is required: conditionToken, targetPrice and direction come together; for any price they are "*", "0" and "gt"`,
        ),
      );
    },
  );

  it.each<[string, unknown, string]>([
    ['conditionToken', '**', 'must be a contract id (<address>.<contract-name>)'],
    ['targetPrice', 1.5, 'must be a decimal string, 0 or more, with up to 18 decimals'],
    ['targetPrice', '-1', 'must be a decimal string, 0 or more, with up to 18 decimals'],
    ['direction', 'GT', 'must be gt or lt'],
    ['direction', 'above', 'must be gt or lt'],
    ['baseAsset', 'usd', 'must be a contract id (<address>.<contract-name>)'],
    ['baseAsset', '*', 'must be a contract id (<address>.<contract-name>)'],
  ])('refuses a trigger with %s %j with the message: %s', (field, raw, message) => {
    expect(problemsOf({ ...trigger, [field]: raw })).toEqual([`${field}: ${message}`]);
  });
});

describe('parseOrderDraft: window', () => {
  it('refuses validFrom at or after validTo', () => {
    const [early, late] = ['2026-12-01T00:00:00Z', '2026-12-01T00:00:01Z'];
    expect(problemsOf({ validFrom: early, validTo: late })).toEqual([]);
    expect(problemsOf({ validFrom: early, validTo: early })).toEqual(['validFrom: must be before validTo']);
    expect(problemsOf({ validFrom: late, validTo: early })).toEqual(['validFrom: must be before validTo']);
  });
});

describe('parseOrderDraft: orders that can never run', () => {
  const later = (ms: number) => new Date(T0.getTime() + ms).toISOString();
  const DAY_MS = 24 * 60 * 60 * 1000;
  const WINDOW = 'validTo: must leave the order a window of at least one second';
  const AHEAD = 'validFrom: must be less than 90 days ahead: an open order ends after 90 days';

  it.each<[string, object, string | undefined]>([
    ['a window of 999 ms from now', { validTo: later(999) }, WINDOW],
    ['a window of a second from now', { validTo: later(1_000) }, undefined],
    ['999 ms left of an open window', { validFrom: later(-5_000), validTo: later(999) }, WINDOW],
    ['a later window of 1 ms', { validFrom: later(9_000), validTo: later(9_001) }, WINDOW],
    ['a later window of a second', { validFrom: later(9_000), validTo: later(10_000) }, undefined],
    ['a start in 90 days', { validFrom: later(90 * DAY_MS) }, AHEAD],
    ['a start just before 90 days', { validFrom: later(90 * DAY_MS - 1) }, undefined],
    ['a start in the year 9999', { validFrom: '9999-01-01T00:00:00Z' }, AHEAD],
    [
      'a price that must fall to 0',
      { ...trigger, direction: 'lt', targetPrice: '0.000' },
      'targetPrice: must be above 0 with direction lt: no price falls to 0',
    ],
    [
      'a price that must fall to 10^-18',
      { ...trigger, direction: 'lt', targetPrice: '0.000000000000000001' },
      undefined,
    ],
    ['a price that must rise to 0', { ...trigger, targetPrice: '0' }, undefined],
    ['lt 0 of *', { ...trigger, conditionToken: '*', direction: 'lt', targetPrice: '0' }, undefined],
  ])('%s', (_, fields, problem) => {
    expect(problemsOf(fields)).toEqual(problem === undefined ? [] : [problem]);
  });
});

describe('parseOrderDraft: the contract that routers take for STX', () => {
  it('is read as .stx in outputToken, conditionToken and baseAsset', () => {
    const draft = draftOf({ ...trigger, outputToken: WSTX, conditionToken: WSTX });
    expect(draft).toMatchObject({ outputToken: '.stx', trigger: { conditionToken: '.stx' } });
    expect(draftOf({ ...trigger, baseAsset: WSTX }).trigger?.baseAsset).toBe('.stx');
  });

  it('stays a contract in inputToken, which is signed', () => {
    expect(draftOf({ inputToken: WSTX }).inputToken).toBe(WSTX);
  });
});

describe('parseOrderDraft: one-cancels-other', () => {
  const BOOLEAN = 'metadata: oco must be true or false';
  it.each<[unknown, string | undefined, string[]]>([
    [true, 'exits', []],
    [false, undefined, []],
    [true, undefined, ['strategyId: is required with metadata.oco: it names the group']],
    [true, '', ['strategyId: is required with metadata.oco: it names the group']],
    ['true', 'exits', [BOOLEAN]],
    [1, 'exits', [BOOLEAN]],
    [null, 'exits', [BOOLEAN]],
    [{}, 'exits', [BOOLEAN]],
  ])('with oco %j and strategyId %j has the problems %j', (oco, strategyId, problems) => {
    expect(problemsOf({ metadata: { oco }, strategyId })).toEqual(problems);
  });
});

describe('parseOrderDraft: problems', () => {
  it('says that the order is invalid', () => {
    expect(parseOrderDraft({}, rules)).toMatchObject({ error: { kind: 'invalid-order' } });
  });

  it('names the largest of the fields that are too much together, wherever it stands', () => {
    const [much, little] = ['x'.repeat(16_000), 'y'.repeat(1_000)];
    expect(problemsOf({ much, little })).toEqual([NO_ROOM('much')]);
    expect(problemsOf({ little, much })).toEqual([NO_ROOM('much')]);
  });

  it('refuses a list as a fraction', () => {
    expect(problemsOf({ slippage: ['0.01'] })).toEqual(['slippage: must be a fraction from 0 to 0.05']);
  });

  it('keeps no field without a value', () => {
    expect(Object.keys(draftOf({ note: undefined }).extra)).toEqual([]);
  });
});

describe('parseOrderDraft: strategy', () => {
  it('refuses a strategyPosition above strategySize', () => {
    expect(problemsOf({ strategyPosition: 3, strategySize: 3 })).toEqual([]);
    expect(problemsOf({ strategyPosition: 4, strategySize: 3 })).toEqual([
      'strategyPosition: must be at most strategySize',
    ]);
  });
});

const NO_ROOM = (field: string) =>
  `${field}: is too much: fields without a meaning here may hold 16384 bytes of JSON in all`;

describe('parseOrderDraft: mistyped fields', () => {
  it.each([
    ['minAmmountOut', 'minAmountOut'],
    ['minAmountout', 'minAmountOut'],
    ['slipage', 'slippage'],
    ['maxPriceImapct', 'maxPriceImpact'],
    ['valdTo', 'validTo'],
    ['targetPrise', 'targetPrice'],
    ['min_amount_out', 'minAmountOut'],
    ['MinAmountOut', 'minAmountOut'],
    ['max-price_impact', 'maxPriceImpact'],
    ['client_order_ids', 'clientOrderId'],
    ['note', undefined],
  ])('take %s for %s', (field, meant) => {
    const expected = meant === undefined ? [] : [`${field}: unknown; did you mean ${meant}?`];
    expect(problemsOf({ [field]: '1' })).toEqual(expected);
  });

  it.each([
    ...[
      'minOut',
      'min_out',
      'minimumReceived',
      'minReceived',
      'minimumAmountOut',
      'amountOutMin',
      'minAmount',
    ].map((name) => [name, 'minAmountOut']),
    ...['expiresAt', 'expires_at', 'expiry', 'deadline', 'validUntil'].map((name) => [name, 'validTo']),
    ...['notBefore', 'startsAt'].map((name) => [name, 'validFrom']),
    ...['limitPrice', 'triggerPrice', 'stopPrice'].map((name) => [name, 'targetPrice']),
    ...['slippageTolerance', 'maxSlippage'].map((name) => [name, 'slippage']),
    ['priceImpact', 'maxPriceImpact'],
    ['oco', 'metadata.oco'],
    ['oneCancelsOther', 'metadata.oco'],
  ])('mistake %s, which others use for a field that bounds an order, for %s', (field, meant) => {
    const problem = `${field}: unknown; did you mean ${meant}?`;
    expect(problemsOf({ [field]: '1' })).toEqual([problem]);
    expect(parseOrderDraft({ ...required, [field]: '1' }, { ...rules, keepsMistyped: true }).ok).toBe(true);
  });

  it.each(['priceAtPlacing', 'expiryNote', 'limitOrder', 'comment', 'source'])(
    'do not include a name of the owner’s own: %s',
    (field) => expect(problemsOf({ [field]: '1' })).toEqual([]),
  );

  it('are suggested beside the required field that they mean', () => {
    const { amountIn, ...rest } = required;
    const draft = parseOrderDraft({ ...rest, amount_in: amountIn }, rules);
    expect(draft).toMatchObject({
      error: {
        problems: [
          { field: 'amountIn', message: 'is required' },
          { field: 'amount_in', message: 'unknown; did you mean amountIn?' },
        ],
      },
    });
  });

  it.each(['OCO', 'Oco', 'o_co'])(
    'parseOrderDraft: mistyped fields in the metadata are refused if they say one cancels other: %s',
    (name) => {
      expect(problemsOf({ metadata: { [name]: true } })).toEqual([
        `metadata: ${name} is unknown; did you mean oco?`,
      ]);
    },
  );

  it('are reported beside the field that was meant, if both are given', () => {
    expect(problemsOf({ minAmountOut: '1', minAmuontOut: '2' })).toEqual([
      'minAmuontOut: unknown; did you mean minAmountOut?',
    ]);
  });
});

describe('parseOrderDraft: further fields', () => {
  it.each(
    (
      'status txid createdAt broadcastedAt confirmedAt failedAt cancelledAt cancelReason blockHeight blockTime ' +
      'failureReason executedAmountIn executedAmountOut feeUstx kind role'
    ).split(' '),
  )('refuses the field %s, which the server sets', (field) => {
    expect(problemsOf({ [field]: null })).toEqual([`${field}: is set by the server`]);
  });

  it.each(['kind', 'role'])('keeps the field %s of an order that an older release accepted', (field) => {
    const draft = parseOrderDraft({ ...required, [field]: 'mine' }, { ...rules, keepsMistyped: true });
    expect(draft.ok && draft.value.extra).toEqual({ [field]: 'mine' });
  });

  it('refuses field names that have a meaning in JavaScript', () => {
    const body = JSON.parse(
      '{"__proto__": {"status": "confirmed"}, "constructor": 1, "prototype": 2}',
    ) as object;
    expect(problemsOf(body)).toEqual(
      ['__proto__', 'constructor', 'prototype'].map((name) => `${name}: is not a name for a field`),
    );
  });

  it('accepts 16 KB of further fields in all and refuses one byte more', () => {
    const room = 16 * 1024 - '{"a":""}'.length;
    expect(problemsOf({ a: 'x'.repeat(room) })).toEqual([]);
    expect(problemsOf({ a: 'x'.repeat(room + 1) })).toEqual([NO_ROOM('a')]);
  });

  it('reports the largest further field when all together are too large', () => {
    const many = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`field${n}`, 'x'.repeat(10)]));
    expect(problemsOf({ ...many, big: 'x'.repeat(50) })).toEqual([NO_ROOM('big')]);
  });

  it('reports a further field that holds an unsafe name at any depth', () => {
    expect(problemsOf({ note: JSON.parse('[{"a":{"__proto__":{}}}]') as unknown })).toEqual([
      'note: must not hold the name __proto__',
    ]);
  });

  it('reports each further field that is nested deeper than 32 levels', () => {
    expect(problemsOf({ a: nested(33), b: nested(32), c: nested(34) })).toEqual([
      'a: must be nested at most 32 levels deep',
      'c: must be nested at most 32 levels deep',
    ]);
  });

  it('accepts metadata of exactly 8 KB and refuses one byte more', () => {
    const room = 8 * 1024 - '{"a":""}'.length;
    expect(draftOf({ metadata: { a: 'x'.repeat(room) } }).metadata).toBeDefined();
    expect(problemsOf({ metadata: { a: 'x'.repeat(room + 1) } })).toHaveLength(1);
  });
});

describe('parseOrderDraft: several problems', () => {
  it('reports every bad field at once, each of them once', () => {
    const everything = { ...required, ...trigger, router: 1, baseAsset: 1, validFrom: 1, validTo: 1 };
    const more = { strategyId: 1, strategyType: 1, strategyDescription: 1, strategyPosition: 0 };
    const rest = { strategySize: 0, metadata: 1, clientOrderId: 1, minAmountOut: 1, status: 1 };
    const all = { ...everything, ...more, ...rest };
    const wrong = Object.fromEntries(Object.keys(all).map((name) => [name, 0]));
    const draft = parseOrderDraft(wrong, rules);
    const fields = draft.ok ? [] : draft.error.problems.map(({ field }) => field);
    expect([...fields].sort()).toEqual(Object.keys(all).sort());
  });
});

const KNOWN = [
  ...Object.keys(required),
  ...Object.keys(trigger),
  ...'router baseAsset validFrom validTo strategyId strategyType strategyDescription strategyPosition'.split(
    ' ',
  ),
  ...'strategySize metadata clientOrderId minAmountOut somethingElse status'.split(' '),
];

describe('parseOrderDraft: any JSON', () => {
  it('accepts any value of any field or reports that field, and never throws', () => {
    const base = { ...required, ...trigger };
    fc.assert(
      fc.property(fc.constantFrom(...KNOWN), fc.jsonValue({ maxDepth: 4 }), (field, value) => {
        const draft = parseOrderDraft({ ...base, [field]: value }, rules);
        const named = draft.ok ? [] : draft.error.problems.map((problem) => problem.field);
        expect(draft.ok || named.includes(field)).toBe(true);
        expect(new Set(named).size).toBe(named.length);
      }),
      { numRuns: runs(3000) },
    );
  });

  it('refuses any object without the required fields, and never throws', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(fc.constantFrom(...KNOWN), fc.string()), fc.jsonValue()), (body) => {
        expect(parseOrderDraft(body, rules).ok).toBe(false);
      }),
      { numRuns: runs(500) },
    );
  });
});
