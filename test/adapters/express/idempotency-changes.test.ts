import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { T0, uuidOf } from '../../support/builders.js';
import { coreHarness, HOST, signedInput, type CoreHarness } from '../../support/core-harness.js';
import { A_WALLET, ANOTHER_WALLET, walletHeaders } from '../../support/signing.js';
import { API, appOver } from './fake-core.js';
import { keyManager } from './wallet-requests.js';
import { errorIn } from './error-in.js';

let harness: CoreHarness;
let app: ReturnType<typeof appOver>;
let once = 0;

beforeEach(async () => {
  harness = coreHarness();
  app = appOver(harness.core, { clock: harness.clock });
  for (const n of [1, 2]) unwrap(await harness.core.orders.place(signedInput({ uuid: uuidOf(n) })));
});

type Verb = 'execute' | 'cancel';

const call = (verb: Verb, ref: string) => {
  const path = `${API}/orders/${ref}/${verb}`;
  return verb === 'cancel' ? request(app).patch(path) : request(app).post(path);
};
const signedFor = (verb: Verb, ref: string, wallet = A_WALLET) =>
  walletHeaders(
    { action: `${verb}_order`, uuid: ref, timestamp: harness.clock.now().getTime(), once: ++once },
    wallet,
  );
const ask = (verb: Verb, key = 'k', ref: string = uuidOf(1), headers = signedFor(verb, ref)) =>
  call(verb, ref).set(headers).set('Idempotency-Key', key);
const replayed = (response: request.Response) => response.get('idempotency-replayed');
const code = ({ body }: request.Response) => (body as { code?: string }).code;

describe.each(['execute', 'cancel'] as const)('%s with an Idempotency-Key', (verb) => {
  it('gives a retry the first response, whether it is signed again or reuses the message', async () => {
    const headers = signedFor(verb, uuidOf(1));
    const first = await ask(verb, 'k', uuidOf(1), headers);
    expect([first.status, replayed(first)]).toEqual([200, undefined]);
    harness.clock.advance(60 * 60 * 1000);
    for (const retry of [await ask(verb), await ask(verb, 'k', uuidOf(1), headers)]) {
      expect([retry.status, retry.text, replayed(retry)]).toEqual([200, first.text, 'true']);
    }
    expect(harness.chain.sent).toHaveLength(verb === 'execute' ? 1 : 0);
  });

  it('returns 422 for another order with the same key, and leaves that order unchanged', async () => {
    await ask(verb);
    const response = await ask(verb, 'k', uuidOf(2));
    expect([response.status, code(response)]).toEqual([422, 'idempotency-key-reused']);
    expect(unwrap(await harness.core.orders.get(uuidOf(2))).status).toBe('open');
  });

  it('replays nothing to a caller who cannot prove the wallet', async () => {
    const first = await ask(verb);
    const stranger = signedFor(verb, uuidOf(1), ANOTHER_WALLET);
    const posing = { ...stranger, 'x-wallet-address': A_WALLET.address };
    for (const headers of [stranger, posing, { ...stranger, 'x-signature': '00'.repeat(65) }]) {
      const response = await ask(verb, 'k', uuidOf(1), headers);
      expect([401, 403]).toContain(response.status);
      expect(replayed(response)).toBeUndefined();
    }
    expect((await ask(verb)).text).toBe(first.text);
  });

  it('keeps no obstacle: an unknown order, an expired message, another owner’s order', async () => {
    const unknown = await ask(verb, 'k', uuidOf(9));
    expect(unknown.status).toBe(404);
    const old = walletHeaders({
      action: `${verb}_order`,
      uuid: uuidOf(1),
      timestamp: T0.getTime() - 300_001,
    });
    expect((await ask(verb, 'k', uuidOf(1), old)).status).toBe(401);
    const stranger = () => signedFor(verb, uuidOf(1), ANOTHER_WALLET);
    for (const _ of [1, 2]) {
      const response = await ask(verb, 'k', uuidOf(1), stranger());
      expect([response.status, replayed(response)]).toEqual([403, undefined]);
    }
    expect((await ask(verb)).status).toBe(200);
  });

  it('runs once for 20 simultaneous requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(verb)));
    const ran = answers.filter((answer) => answer.status === 200 && replayed(answer) === undefined);
    expect(ran).toHaveLength(1);
    const others = answers.filter((answer) => answer !== ran[0]);
    const ends = others.map((answer) => (answer.status === 409 ? code(answer) : answer.text));
    expect(ends.filter((end) => end !== 'idempotency-key-in-use' && end !== ran[0]!.text)).toEqual([]);
    expect(harness.chain.sent).toHaveLength(verb === 'execute' ? 1 : 0);
  });

  it('returns 400 naming the header when the key is malformed', async () => {
    const response = await ask(verb, 'x'.repeat(256));
    expect([response.status, code(response)]).toEqual([400, 'invalid-idempotency-key']);
  });
});

describe('execute: what an Idempotency-Key keeps', () => {
  it('keeps nothing while the chain is unreachable', async () => {
    harness.liquidity.unreachable = true;
    const away = await ask('execute');
    expect([away.status, replayed(away)]).toEqual([503, undefined]);
    harness.liquidity.unreachable = false;
    const back = await ask('execute');
    expect([back.status, replayed(back)]).toEqual([200, undefined]);
  });

  it('replays a refusal that is final', async () => {
    unwrap(await harness.core.orders.cancel({ ref: uuidOf(1), authorization: HOST }));
    const first = await ask('execute');
    harness.clock.advance(1000);
    const retry = await ask('execute');
    expect([first.status, retry.status, replayed(retry)]).toEqual([400, 400, 'true']);
    expect(errorIn(retry)).toEqual(errorIn(first));
  });

  it('leaves the key free when the same request may succeed later', async () => {
    const fields = { minAmountOut: '999999999' };
    unwrap(await harness.core.orders.place(signedInput({ uuid: uuidOf(3), fields })));
    const below = await ask('execute', 'minimum', uuidOf(3));
    expect([below.status, code(below)]).toEqual([422, 'below-minimum']);
    const still = await ask('execute', 'minimum', uuidOf(3));
    expect([still.status, code(still), replayed(still)]).toEqual([422, 'below-minimum', undefined]);

    const { terms } = unwrap(await harness.core.orders.get(uuidOf(1)));
    // A balance is read once for each block.
    const deposit = (units: bigint) => {
      harness.balances.set(terms.inputToken, terms.owner, toUnits(units));
      harness.chain.height += 1;
    };
    deposit(terms.amountIn - 1n);
    const poor = await ask('execute');
    expect([poor.status, code(poor)]).toEqual([422, 'insufficient-balance']);
    deposit(terms.amountIn);
    const paid = await ask('execute');
    expect([paid.status, replayed(paid)]).toEqual([200, undefined]);
    const retry = await ask('execute');
    expect([retry.text, replayed(retry)]).toEqual([paid.text, 'true']);
  });

  it('shares no keys with cancel', async () => {
    await ask('cancel');
    const response = await ask('execute');
    expect([response.status, replayed(response), code(response)]).toEqual([400, undefined, 'order-not-open']);
  });
});

describe('an Idempotency-Key with an API key', () => {
  const byKey = (apiKey: string, verb: Verb, ref: string = uuidOf(1)) =>
    call(verb, ref).set('x-api-key', apiKey).set('Idempotency-Key', 'k');

  it('replays only to the same API key, and counts against its rate limit', async () => {
    const wallet = keyManager(app);
    const [mine, other] = [await wallet.issue(), await wallet.issue()];
    const first = await byKey(mine.apiKey, 'cancel');
    const retry = await byKey(mine.apiKey, 'cancel');
    expect([retry.status, retry.text, replayed(retry)]).toEqual([200, first.text, 'true']);
    expect(Number(retry.get('x-ratelimit-remaining'))).toBe(Number(first.get('x-ratelimit-remaining')) - 1);
    for (const response of [await byKey(other.apiKey, 'cancel'), await ask('cancel')]) {
      expect([response.status, replayed(response)]).toEqual([200, undefined]);
    }
    expect((await byKey(mine.apiKey, 'cancel', uuidOf(2))).status).toBe(422);
  });

  it('replays nothing once the API key is revoked', async () => {
    const wallet = keyManager(app);
    const { apiKey, keyId } = await wallet.issue();
    expect((await byKey(apiKey, 'cancel')).status).toBe(200);
    await wallet.revoke(keyId);
    const response = await byKey(apiKey, 'cancel');
    expect([response.status, code(response), replayed(response)]).toEqual([
      401,
      'API_KEY_INACTIVE',
      undefined,
    ]);
  });
});
