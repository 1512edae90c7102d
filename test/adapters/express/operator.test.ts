import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createApp, operatorArea } from '../../../src/adapters/express/index.js';
import { createCore } from '../../../src/application/core.js';
import type { CoreSettings } from '../../../src/application/settings.js';
import { aSwap, AN_OPERATOR, T0, txidOf } from '../../support/builders.js';
import { A_WALLET, ANOTHER_WALLET, TEST_ORIGIN, type TestWallet } from '../../support/signing.js';
import { responseCheck } from './described.js';
import { errorIn } from './error-in.js';
import { signed } from './wallet-requests.js';
import { wholeApp, type WholeApp } from './whole-app.js';

const API = '/operator/api/v1';
const HOUR_MS = 3_600_000;
const TOKEN = /^os_[0-9a-f]{64}$/;
const { check: compare, notProduced } = responseCheck();
const check = (response: request.Response) => {
  compare(response);
  return response as Omit<request.Response, 'body'> & { readonly body: Readonly<Record<string, unknown>> };
};

let bed: WholeApp;
beforeEach(() => {
  bed = wholeApp();
});

type Fields = Parameters<typeof signed>[0];

const signIn = (fields: Fields = {}, wallet: TestWallet = A_WALLET) => {
  const proof = signed({ action: 'operator_sign_in', audience: TEST_ORIGIN, ...fields }, wallet);
  return request(bed.app).post(`${API}/sessions`).set(proof.signature).send(proof.body);
};
const aToken = async (): Promise<string> => check(await signIn()).body['token'] as string;
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const status = (token: string, app = bed.app) => request(app).get(`${API}/status`).set(bearer(token));
const refusal = (response: Parameters<typeof errorIn>[0]) => [response.status, errorIn(response)];

/** Another process on the same storage, with settings of its own. */
function replica(settings: Partial<CoreSettings>) {
  const { ports, clock } = bed;
  const core = createCore(ports, { origins: () => [TEST_ORIGIN], ...settings });
  const state = () => Promise.reject(new Error('not asked'));
  return createApp({
    areas: [operatorArea(core, { clock, state })],
    clock,
    requestIds: () => 'a-request',
    readiness: async () => ({ ready: true, reasons: [] }),
  });
}

describe('POST /sessions', () => {
  it('ends the oldest session of a wallet beyond ten', async () => {
    const tokens: string[] = [];
    for (let n = 0; n < 11; n += 1) {
      tokens.push(await aToken());
      bed.clock.advance(1);
    }
    const [oldest, ...others] = tokens;
    expect((await status(oldest!)).status).toBe(401);
    for (const token of others) expect((await status(token)).status).toBe(200);
  });

  it('returns a token for an hour, which is stored nowhere', async () => {
    const response = check(await signIn());
    expect(response.status).toBe(200);
    expect(response.get('cache-control')).toBe('no-store');
    const { token, ...rest } = response.body;
    expect(token).toMatch(TOKEN);
    const expiresAt = new Date(T0.getTime() + HOUR_MS).toISOString();
    expect(rest).toEqual({ wallet: A_WALLET.address, expiresAt });
    expect(await bed.ports.operatorSessions.find(token as never)).toBeUndefined();
  });

  it('takes each message once', async () => {
    const proof = signed({ action: 'operator_sign_in', audience: TEST_ORIGIN });
    const send = () => request(bed.app).post(`${API}/sessions`).set(proof.signature).send(proof.body);
    expect((await send()).status).toBe(200);
    expect(refusal(check(await send()))).toMatchObject([401, { code: 'signature-already-used' }]);
  });

  it('refuses a wallet that the settings do not name', async () => {
    expect(refusal(check(await signIn({}, ANOTHER_WALLET)))).toMatchObject([403, { code: 'not-operator' }]);
  });

  it('refuses a message that does not say for which server it is, whatever the settings require', async () => {
    const silent = check(await signIn({ audience: undefined as never }));
    expect(refusal(silent)).toMatchObject([401, { code: 'invalid-message-content' }]);
    const foreign = check(await signIn({ audience: 'https://another.example' }));
    expect(refusal(foreign)).toMatchObject([401, { code: 'WRONG_AUDIENCE' }]);
  });

  it('refuses messages of another action, old ones, and those of another signer', async () => {
    const foreign = signed({ action: 'operator_sign_in', audience: TEST_ORIGIN }, ANOTHER_WALLET);
    const refused = [
      await signIn({ action: 'list_api_keys' }),
      await signIn({ timestamp: T0.getTime() - 301_000 }),
      await request(bed.app)
        .post(`${API}/sessions`)
        .set(foreign.signature)
        .send({ ...foreign.body, walletAddress: A_WALLET.address }),
    ];
    expect(refused.map((response) => errorIn(check(response)))).toMatchObject([
      { code: 'invalid-message-content' },
      { code: 'EXPIRED_TIMESTAMP' },
      { code: 'signer-not-wallet' },
    ]);
  });

  it('refuses requests without a proof, or with a malformed one', async () => {
    const { signature, body } = signed({ action: 'operator_sign_in', audience: TEST_ORIGIN });
    const post = () => request(bed.app).post(`${API}/sessions`);
    const refused = [
      await post(),
      await post().send(body),
      await post()
        .set(signature)
        .send({ ...body, walletAddress: 'ST0' }),
      await post()
        .set({ ...signature, 'x-signature': '00'.repeat(65) })
        .send(body),
    ];
    expect(refused.map((response) => errorIn(check(response)))).toMatchObject([
      { code: 'missing-required-fields' },
      { code: 'missing-authentication-headers' },
      { code: 'invalid-wallet-address' },
      { code: 'invalid-signature' },
    ]);
  });

  it('sets no cookie, so that a page of another origin brings no session', async () => {
    const response = await signIn().set('Origin', 'https://another.example');
    expect(response.get('set-cookie')).toBeUndefined();
    expect(response.get('access-control-allow-origin')).toBe('*');
    expect(response.get('access-control-allow-credentials')).toBeUndefined();
  });
});

describe('a session', () => {
  it('works in every process on the storage until it is signed out', async () => {
    const token = await aToken();
    const other = replica({ operatorWallets: [A_WALLET.address] });
    const signOut = (app: typeof other) => request(app).delete(`${API}/sessions/current`).set(bearer(token));
    const signedOut = check(await signOut(other));
    expect([signedOut.status, signedOut.body]).toEqual([200, { status: 'success' }]);
    expect(refusal(check(await status(token)))).toMatchObject([401, { code: 'session-ended' }]);
    expect(refusal(check(await signOut(bed.app)))).toMatchObject([401, { code: 'session-ended' }]);
  });

  it('ends after an hour, and is deleted afterwards', async () => {
    const token = await aToken();
    bed.clock.advance(HOUR_MS - 1);
    expect(check(await status(token)).status).toBe(200);
    bed.clock.advance(1);
    expect(check(await status(token)).status).toBe(401);
    bed.clock.advance(1);
    await bed.core.maintenance.tidy();
    bed.clock.advance(-HOUR_MS);
    expect(check(await status(token)).status).toBe(401);
  });

  it('stops working once the settings do not name its wallet any more', async () => {
    const token = await aToken();
    const other = replica({ operatorWallets: [ANOTHER_WALLET.address] });
    expect(refusal(check(await status(token, other)))).toMatchObject([401, { code: 'session-ended' }]);
    const none = replica({ operatorWallets: [] });
    expect(refusal(check(await status(token, none)))).toMatchObject([404, { code: 'operator-off' }]);
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['no header', {}, 'missing-session'],
    ['another scheme', { Authorization: 'Basic b3M6' }, 'missing-session'],
    ['an empty token', { Authorization: 'Bearer ' }, 'missing-session'],
    ['an unknown token', bearer(`os_${'0'.repeat(64)}`), 'session-ended'],
    ['an API key', bearer(`ck_live_${'0'.repeat(64)}`), 'session-ended'],
    ['no token but SQL', bearer(`os_'OR'1'='1`), 'session-ended'],
  ])('is not that of a request with %s', async (_, headers, code) => {
    const calls = [
      request(bed.app).get(`${API}/status`),
      request(bed.app).post(`${API}/pause`).send({ reason: 'mine' }),
      request(bed.app).post(`${API}/resume`),
      request(bed.app).delete(`${API}/sessions/current`),
    ];
    for (const call of calls) expect(refusal(check(await call.set(headers)))).toMatchObject([401, { code }]);
    expect(await bed.ports.sendingSwitch.position()).toBeUndefined();
  });

  it('is not an API key, and no error repeats its token', async () => {
    const token = await aToken();
    const response = await request(bed.app).get('/swap/api/v1/orders?view=owner').set(bearer(token));
    expect(refusal(response)).toMatchObject([401, { code: 'INVALID_API_KEY' }]);
    const unknown = await request(bed.app).get(`/nowhere/${token}`);
    expect(response.text + unknown.text).not.toContain(token.slice(3));
  });
});

describe('a server without operator’s wallets', () => {
  it('says so to everyone, even to those who sign', async () => {
    bed = wholeApp({ settings: { operatorWallets: [] } });
    const responses = [
      await signIn(),
      await request(bed.app).get(`${API}/status`),
      await request(bed.app).post(`${API}/pause`).send({}),
      await request(bed.app).post(`${API}/resume`),
      await request(bed.app).delete(`${API}/sessions/current`),
    ];
    for (const response of responses)
      expect(refusal(check(response))).toMatchObject([404, { code: 'operator-off' }]);
  });
});

describe('GET /status', () => {
  it('reports what the process, the database and the chain say', async () => {
    const since = new Date(T0.getTime() - 60_000);
    await bed.ports.swaps.insert(aSwap({ sender: AN_OPERATOR, nonce: 4n, storedAt: since }));
    bed.setReadiness({ ready: false, reasons: ['the chain cannot be reached'], failing: ['chain'] });
    const response = check(await status(await aToken()));
    expect(response.get('cache-control')).toBe('no-store');
    expect(response.body).toMatchObject({
      wallet: A_WALLET.address,
      now: T0.toISOString(),
      process: { id: 'f00d', version: '1.2.3', roles: ['api', 'executor'] },
      health: { ready: false, failing: ['chain'], reasons: ['the chain cannot be reached'] },
      node: { height: 7, blockAgeSeconds: 90, suspendedSince: null, host: 0, hosts: 2 },
      executor: {
        isRunning: true,
        lastPass: { left: 'none', expired: 2, attempts: [{ outcome: 'sent', orders: 3 }] },
      },
      sending: { switch: { isPaused: false, setAt: null, setBy: null, reason: null }, hasKey: true },
      accounts: [
        {
          address: AN_OPERATOR,
          balanceUstx: null,
          swapsLeft: null,
          confirmedNonce: null,
          nextNonce: null,
          inFlight: 1,
          oldestTxid: txidOf(1),
          oldestSince: since.toISOString(),
        },
      ],
      prices: { ok: false, tokensRegistered: 4 },
      quarantined: [],
      orders: { open: 0 },
      due: { orders: 0, reasons: [], isComplete: true },
      problems: [{ level: 'error', message: 'settlement failed', times: 2, fields: { part: 'execution' } }],
    });
  });
});

describe('POST /pause and /resume', () => {
  const post = (path: string, token: string) => request(bed.app).post(`${API}${path}`).set(bearer(token));

  it('set the switch of every process, with who did it and why', async () => {
    const token = await aToken();
    const paused = check(await post('/pause', token).send({ reason: ' a pool pays too much ' }));
    const [by, reason] = [A_WALLET.address, 'a pool pays too much'];
    const shown = { isPaused: true, setAt: T0.toISOString(), setBy: by, reason };
    expect([paused.status, paused.body]).toEqual([200, shown]);
    expect(await bed.ports.sendingSwitch.position()).toEqual({ isPaused: true, at: T0, by, reason });
    expect((await bed.core.sending.standing())?.stops).toMatchObject([{ kind: 'paused' }]);
    expect((await status(token)).body).toMatchObject({ sending: { switch: shown } });

    const resumed = check(await post('/resume', token));
    expect(resumed.body).toMatchObject({ isPaused: false, setBy: by, reason: null });
    expect((await bed.core.sending.standing())?.stops).toEqual([]);
  });

  it('show no character of the reason that changes the direction of writing', async () => {
    const paused = check(await post('/pause', await aToken()).send({ reason: 'a\u202eb' }));
    expect(paused.body['reason']).toBe('a\u{fffd}b');
  });

  it('need no reason', async () => {
    const token = await aToken();
    for (const call of [post('/pause', token), post('/pause', token).send({})])
      expect(check(await call).body).toMatchObject({ isPaused: true, reason: null });
  });

  it.each([
    [{ reason: 5 }],
    [{ reason: ' ' }],
    [{ reason: 'x'.repeat(501) }],
    [{ reason: 'two\nlines' }],
    [{ reasn: 'misspelt' }],
    [['reason']],
  ])('refuse %j, and leave the switch', async (body) => {
    const response = check(await post('/pause', await aToken()).send(body));
    expect(refusal(response)).toMatchObject([400, { code: 'invalid-request' }]);
    expect(await bed.ports.sendingSwitch.position()).toBeUndefined();
  });

  it('refuse a body longer than 4,096 bytes, as the description says', async () => {
    const response = check(await post('/pause', await aToken()).send({ reason: 'x'.repeat(4_096) }));
    expect(response.status).toBe(413);
  });

  it.each(['/pause', '/sessions'])(
    'refuse a body that is no JSON, or too long, as a sign-in does: %s',
    async (path) => {
      const token = await aToken();
      const refused = [
        await post(path, token).set('Content-Type', 'application/json').send('{'),
        await post(path, token).set('Content-Type', 'text/plain').send('reason'),
        await post(path, token).send({ reason: 'x'.repeat(200_000) }),
      ];
      expect(refused.map((response) => check(response).status)).toEqual([400, 415, 413]);
    },
  );
});

it('every described error of these operations is produced above', () => {
  const ids = ['signInOperator', 'signOutOperator', 'readOperatorStatus', 'pauseSending', 'resumeSending'];
  expect(notProduced(ids)).toEqual([]);
});
