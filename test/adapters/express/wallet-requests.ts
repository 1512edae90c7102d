import request from 'supertest';
import { T0 } from '../../support/builders.js';
import { A_WALLET, walletHeaders, type TestWallet } from '../../support/signing.js';
import { API, type appOver } from './fake-core.js';

type Fields = Parameters<typeof walletHeaders>[0];

/** Makes each signed message unique, so that no signature is reused by accident. */
let once = 0;

/** A signed message as headers, and as the body and headers that carry the same message. */
export function signed(fields: Fields, wallet: TestWallet = A_WALLET) {
  const headers = walletHeaders({ timestamp: T0.getTime(), once: ++once, ...fields }, wallet);
  const { 'x-message': message, 'x-wallet-address': walletAddress, ...signature } = headers;
  return { headers, signature, body: { message, walletAddress } };
}

/** A wallet that manages its keys over HTTP. */
export function keyManager(app: ReturnType<typeof appOver>, wallet: TestWallet = A_WALLET) {
  const send = (call: request.Test, fields: Fields) => {
    const { signature, body } = signed(fields, wallet);
    return call.set(signature).send(body);
  };
  const read = (path: string, fields: Fields) =>
    request(app).get(`${API}${path}`).set(signed(fields, wallet).headers);
  return {
    create: (fields: Fields = {}) =>
      send(request(app).post(`${API}/api-keys`), {
        action: 'create_api_key',
        keyName: 'bot',
        permissions: ['execute', 'cancel'],
        ...fields,
      }),
    list: (fields: Fields = {}) => read('/api-keys', { action: 'list_api_keys', ...fields }),
    get: (keyId: string, fields: Fields = {}) =>
      read(`/api-keys/${keyId}`, { action: 'get_api_key_stats', keyId, ...fields }),
    revoke: (keyId: string, fields: Fields = {}) =>
      send(request(app).delete(`${API}/api-keys/${keyId}`), { action: 'delete_api_key', keyId, ...fields }),
    /** Creates a key and returns the key itself with its id. */
    issue: async (fields: Fields = {}) => {
      const created = await send(request(app).post(`${API}/api-keys`), {
        action: 'create_api_key',
        keyName: `bot ${++once}`,
        permissions: ['execute', 'cancel'],
        ...fields,
      });
      return created.body as { readonly apiKey: string; readonly keyId: string };
    },
  };
}

/** A wallet that manages its webhooks over HTTP. */
export function webhookManager(app: ReturnType<typeof appOver>, wallet: TestWallet = A_WALLET) {
  const path = (id: string, rest = '') => `${API}/webhooks/${id}${rest}`;
  const send = (call: request.Test, fields: Fields) => {
    const { signature, body } = signed(fields, wallet);
    return call.set(signature).send(body);
  };
  const change =
    (rest: string, action: string) =>
    (webhookId: string, fields: Fields = {}) =>
      send(request(app).post(path(webhookId, rest)), { action, webhookId, ...fields });
  return {
    create: (fields: Fields = {}) =>
      send(request(app).post(`${API}/webhooks`), {
        action: 'create_webhook',
        url: 'https://receiver.example.org/hook',
        ...fields,
      }),
    list: () =>
      request(app)
        .get(`${API}/webhooks`)
        .set(signed({ action: 'list_webhooks' }, wallet).headers),
    get: (webhookId: string) =>
      request(app)
        .get(path(webhookId))
        .set(signed({ action: 'get_webhook', webhookId }, wallet).headers),
    update: (webhookId: string, fields: Fields = {}) =>
      send(request(app).patch(path(webhookId)), { action: 'update_webhook', webhookId, ...fields }),
    deliveries: (webhookId: string, query: Readonly<Record<string, string>> = {}) =>
      request(app)
        .get(path(webhookId, '/deliveries'))
        .query(query)
        .set(signed({ action: 'list_webhook_deliveries', webhookId }, wallet).headers),
    change,
    rotate: change('/rotate-secret', 'rotate_webhook_secret'),
    test: change('/test', 'test_webhook'),
    replay: change('/replay', 'replay_webhook_deliveries'),
    remove: (webhookId: string, fields: Fields = {}) =>
      send(request(app).delete(path(webhookId)), { action: 'delete_webhook', webhookId, ...fields }),
    /** The headers with which it reads all its orders. */
    asReader: () => signed({ action: 'read_orders', uuid: '*' }, wallet).headers,
  };
}
