import { expect } from '@jest/globals';
import request, { type Response } from 'supertest';
import { FAILURES_PER_MINUTE } from '../../src/adapters/express/swap/key-request.js';
import { REQUESTS_PER_WINDOW } from '../../src/domain/api-key/rate-window.js';
import { T0 } from '../support/builders.js';
import { ANOTHER_WALLET } from '../support/signing.js';
import { keyManager, signed } from './wallet-requests.js';
import { wholeApp } from './whole-app.js';

/** Expects a read at the path to refuse every key and every wallet that proves nothing, as described. */
export async function expectRefusedReaders(path: string, check: (response: Response) => void): Promise<void> {
  const { app, core } = wholeApp();
  const keys = keyManager(app);
  const expectRefusal = async (status: number, code: string, headers: Readonly<Record<string, string>>) => {
    const response = await request(app).get(path).set(headers);
    expect([response.status, response.body]).toMatchObject([status, { code }]);
    check(response);
  };
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
}
