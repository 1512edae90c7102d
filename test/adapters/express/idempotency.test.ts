import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import request from 'supertest';
import { ABANDONED_AFTER_MS, KEPT_MS } from '../../../src/domain/idempotency/idempotency.js';
import type { Ports } from '../../../src/ports/index.js';
import { createCore } from '../../../src/application/core.js';
import { uuidOf } from '../../support/builders.js';
import { coreHarness, signedInput, type CoreHarness } from '../../support/core-harness.js';
import { ANOTHER_WALLET } from '../../support/signing.js';
import { API, appOver } from './fake-core.js';
import { errorIn } from './error-in.js';

let harness: CoreHarness;
let app: ReturnType<typeof appOver>;

beforeEach(() => {
  harness = coreHarness();
  app = appOver(harness.core, { clock: harness.clock });
});

const place = (key: string | undefined, body: object | string = signedInput(), to = app) => {
  const call = request(to).post(`${API}/orders/new`);
  return (key === undefined ? call : call.set('Idempotency-Key', key)).send(body);
};
const replayed = (response: request.Response) => response.get('idempotency-replayed');
const events = async () => {
  const response = await request(app).get(`${API}/orders/${uuidOf(1)}/events`);
  return (response.body as { data: { type: string }[] }).data.map(({ type }) => type);
};

describe('POST /orders/new with an Idempotency-Key', () => {
  it('returns the first response to a retry, whatever happened to the order since', async () => {
    const first = await place('k');
    expect([first.status, replayed(first)]).toEqual([200, undefined]);
    await harness.core.orders.cancel({ ref: uuidOf(1), authorization: { by: 'host' } });

    const retry = await place('k');
    expect([retry.status, replayed(retry)]).toEqual([200, 'true']);
    expect(retry.text).toBe(first.text);
    expect(retry.get('content-type')).toBe(first.get('content-type'));
    expect(retry.get('cache-control')).toBe('no-store');
    // Without the key, or with another, the response is the order as it is now.
    for (const key of [undefined, 'K']) {
      const again = await place(key);
      expect([replayed(again), again.body]).toMatchObject([undefined, { data: { status: 'cancelled' } }]);
    }
  });

  it('returns 422 for another payload with the same key', async () => {
    await place('k');
    const response = await place('k', signedInput({ uuid: uuidOf(2) }));
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ code: 'idempotency-key-reused' });
    expect(replayed(response)).toBeUndefined();
    expect((await request(app).get(`${API}/orders/${uuidOf(2)}`)).status).toBe(404);
  });

  it('replays a 409 for a taken uuid or client order id', async () => {
    await place(undefined);
    const changed = { ...signedInput(), note: 'changed' };
    const first = await place('k', changed);
    expect(first.status).toBe(409);
    harness.clock.advance(5000);
    const retry = await place('k', changed);
    expect([retry.status, replayed(retry)]).toEqual([409, 'true']);
    expect(errorIn(retry)).toEqual(errorIn(first));
    expect(retry.get('content-type')).toBe(first.get('content-type'));
  });

  it('keeps no 400, which the owner can correct and any caller could cause', async () => {
    const { signature } = signedInput({ wallet: ANOTHER_WALLET });
    for (const wrong of [{ amountIn: '0' }, { signature }, { owner: 5 }]) {
      const response = await place('k', { ...signedInput(), ...wrong });
      expect([response.status, replayed(response)]).toEqual([400, undefined]);
    }
    const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const deep = `{"note":${nested},${JSON.stringify(signedInput()).slice(1)}`;
    const response = await place('k', deep).type('json');
    expect([response.status, response.body]).toMatchObject([400, { code: 'invalid-order' }]);
    const corrected = await place('k');
    expect([corrected.status, replayed(corrected)]).toEqual([200, undefined]);
  });

  it('keeps the keys of two owners apart', async () => {
    const other = signedInput({ uuid: uuidOf(2), wallet: ANOTHER_WALLET });
    expect((await place('k')).status).toBe(200);
    const response = await place('k', other);
    expect([response.status, replayed(response), response.body]).toMatchObject([
      200,
      undefined,
      { data: { owner: ANOTHER_WALLET.address } },
    ]);
  });

  it('runs once for 20 simultaneous requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => place('k')));
    const ran = answers.filter((answer) => answer.status === 200 && replayed(answer) === undefined);
    expect(ran).toHaveLength(1);
    for (const answer of answers.filter((each) => each !== ran[0])) {
      if (answer.status === 200) expect([answer.text, replayed(answer)]).toEqual([ran[0]!.text, 'true']);
      else {
        expect([answer.status, answer.body]).toMatchObject([409, { code: 'idempotency-key-in-use' }]);
        expect(answer.get('retry-after')).toBe('1');
      }
    }
    expect(await events()).toEqual(['created']);
  });

  it('replays for 24 hours; tidying then deletes the response', async () => {
    await place('k');
    harness.clock.advance(KEPT_MS - 1);
    await harness.core.maintenance.tidy();
    expect(replayed(await place('k'))).toBe('true');
    harness.clock.advance(1);
    expect(replayed(await place('k'))).toBeUndefined();
    harness.clock.advance(KEPT_MS + 1);
    await harness.core.maintenance.tidy();
    expect((await place('k', signedInput({ uuid: uuidOf(2) }))).status).toBe(200);
  });

  it.each([
    ['too long', 'x'.repeat(256)],
    ['empty', ''],
    ['not ASCII', 'caf\u00e9'],
    ['tabbed', 'a\tb'],
  ])('returns 400 naming the header when the key is %s', async (_, key) => {
    const response = await place(key);
    expect([response.status, response.body]).toMatchObject([400, { code: 'invalid-idempotency-key' }]);
    expect((response.body as { error: string }).error).toContain('Idempotency-Key');
  });

  it('accepts any printable key and replays for the same key only', async () => {
    const text = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((c) => String.fromCharCode(c)),
      minLength: 1,
      maxLength: 255,
    });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(text, { minLength: 2, maxLength: 2 }), async ([key, other]) => {
        app = appOver(coreHarness().core);
        const answers = [await place(key), await place(key), await place(other)];
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
        expect(answers.map(replayed)).toEqual([undefined, 'true', undefined]);
      }),
      { numRuns: 25 },
    );
  });
});

describe('an Idempotency-Key at a server that hangs', () => {
  it('is in use for a minute; then a retry runs at another server on the same storage', async () => {
    const { ports, clock } = harness;
    let hang!: () => void;
    let recover!: (error: Error) => void;
    const hanging = new Promise<void>((resolve) => (hang = resolve));
    const unitOfWork: Ports['unitOfWork'] = {
      waitFor: (shared) => shared,
      run: () => {
        hang();
        return new Promise((_, reject) => (recover = reject));
      },
    };
    const slow = place('k', signedInput(), appOver(createCore({ ...ports, unitOfWork }), { clock })).then();
    await hanging;

    expect((await place('k')).body).toMatchObject({ code: 'idempotency-key-in-use' });
    clock.advance(ABANDONED_AFTER_MS - 1);
    expect((await place('k')).status).toBe(409);
    clock.advance(1);
    const taken = await place('k');
    expect([taken.status, replayed(taken)]).toEqual([200, undefined]);
    recover(new Error('the database is gone'));
    expect((await slow).status).toBe(500);
    expect(replayed(await place('k'))).toBe('true');
  });
});
