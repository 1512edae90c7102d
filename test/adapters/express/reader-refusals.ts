import { expect } from '@jest/globals';
import request, { type Response } from 'supertest';
import { FAILURES_PER_MINUTE } from '../../../src/adapters/express/swap/access/key-request.js';
import { REQUESTS_PER_WINDOW } from '../../../src/domain/api-key/rate-window.js';
import { T0 } from '../../support/builders.js';
import { ANOTHER_WALLET } from '../../support/signing.js';
import { keyManager, signed } from './wallet-requests.js';
import { wholeApp, type WholeApp } from './whole-app.js';

/**
 * Expects a read at the path to refuse every key and every wallet that proves nothing, as described, where it asks for the owner's
 * view, and to show the public view where it does not.
 */
export async function expectRefusedReaders(path: string, check: (response: Response) => void): Promise<void> {
  const { app, core } = wholeApp();
  const open = await request(app).get(path);
  const expectPublic = async (view: string, headers: Readonly<Record<string, string>>) => {
    const response = await request(app).get(path).set(headers);
    check(response);
    expect([view, response.status, errorless(response)]).toEqual([view, open.status, errorless(open)]);
    expect(response.get('x-sluice-view')).toBe(view);
    expect(response.get('cache-control')).toBe('no-store');
  };
  for (const query of ['view=~', 'vieww=owner']) {
    const response = await request(app).get(path).query(query);
    expect([query, response.status]).toEqual([query, 400]);
    check(response);
  }
  expect(open.get('x-sluice-view')).toBe('public');
  const expectInvalid = (authorization: string) =>
    expectPublic('public; reason=INVALID_API_KEY', { authorization });
  for (const authorization of ['Bearer ey.a.b', 'bearer  x', `Bearer ck_live_${'1'.repeat(64)}`])
    await expectInvalid(authorization);
  await expectPublic('public', { authorization: 'Basic YTpi' });
  const { apiKey } = await expectRefusedOwners(
    { app, core },
    `${path}${path.includes('?') ? '&' : '?'}view=owner`,
    {
      check,
      also: (code, headers) => expectPublic(`public; reason=${code}`, headers),
    },
  );
  const ignored = await request(app).get(path).query({ view: 'public' }).set({ 'x-api-key': apiKey });
  expect([ignored.status, ignored.get('x-sluice-view')]).toEqual([open.status, 'public']);
}

interface Expected {
  readonly check: (response: Response) => void;
  /** Called with each refusal and the headers that were refused, except those of rates. */
  readonly also?: (code: string, headers: Readonly<Record<string, string>>) => Promise<void>;
}

/** Expects a read at the path to refuse every key and every wallet that does not prove the owner. Returns a key at its rate limit. */
export async function expectRefusedOwners(
  { app, core }: Pick<WholeApp, 'app' | 'core'>,
  path: string,
  { check, also = async () => {} }: Expected,
): Promise<{ readonly apiKey: string }> {
  const keys = keyManager(app);
  const expectRefusal = async (status: number, code: string, headers: Readonly<Record<string, string>>) => {
    const response = await request(app).get(path).set(headers);
    expect([response.status, response.body]).toMatchObject([status, { code }]);
    check(response);
    if (status !== 429) await also(code, headers);
  };
  const bare = await request(app).get(path);
  expect([bare.status, bare.body]).toMatchObject([401, { code: 'missing-authentication-headers' }]);
  check(bare);
  const message = { action: 'read_orders', uuid: '*' };
  const { headers } = signed(message);
  await expectRefusal(401, 'missing-required-headers', { 'x-message': '{}' });
  await expectRefusal(400, 'invalid-wallet-address', { ...headers, 'x-wallet-address': 'SP0' });
  await expectRefusal(401, 'invalid-signature', { ...headers, 'x-signature': 'ab' });
  const address = ANOTHER_WALLET.address;
  await expectRefusal(401, 'signer-not-wallet', { ...headers, 'x-wallet-address': address });
  for (const wrong of [{ action: 'cancel_order' }, { uuid: 'another' }, { uuid: '' }])
    await expectRefusal(401, 'invalid-message-content', signed({ ...message, ...wrong }).headers);
  const elsewhere = signed({ ...message, audience: 'https://other.test' });
  await expectRefusal(401, 'WRONG_AUDIENCE', elsewhere.headers);
  const old = signed({ ...message, timestamp: T0.getTime() - 400_000 });
  await expectRefusal(401, 'EXPIRED_TIMESTAMP', old.headers);

  const { apiKey: revoked, keyId } = await keys.issue();
  await keys.revoke(keyId);
  const { apiKey } = await keys.issue();
  await expectRefusal(401, 'API_KEY_INACTIVE', { 'x-api-key': revoked });
  for (let n = 0; n < REQUESTS_PER_WINDOW; n++) await core.apiKeys.authenticate(apiKey);
  await expectRefusal(429, 'RATE_LIMIT_EXCEEDED', { 'x-api-key': apiKey });
  const guess = { 'x-api-key': `ck_live_${'0'.repeat(64)}` };
  for (let n = 1; n < FAILURES_PER_MINUTE; n++) await expectRefusal(401, 'INVALID_API_KEY', guess);
  await expectRefusal(429, 'RATE_LIMIT_EXCEEDED', guess);
  for (let n = 0; n < FAILURES_PER_MINUTE; n++) await also('INVALID_API_KEY', guess);
  return { apiKey };
}

/** The body without what distinguishes one error from the next. */
const errorless = ({ body }: Response) => ({ ...(body as object), requestId: undefined });
