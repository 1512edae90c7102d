import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createWebhookSender, type WebhookSenderOptions } from '../../../src/adapters/webhooks/index.js';
import { post } from '../../../src/adapters/webhooks/post.js';
import { isPublicAddress } from '../../../src/adapters/webhooks/public-addresses.js';
import { signedHeaders } from '../../../src/adapters/webhooks/sign.js';
import type { WebhookMessage } from '../../../src/ports/index.js';
import type { WebhookSecret } from '../../../src/domain/webhook/webhook.js';
import { aSecret, deliveryIdOf, webhookIdOf } from '../../../src/testing/webhooks.js';
import { T0 } from '../../support/builders.js';
import { respond, startReceiver, type Receiver } from './receiver.js';

const RULES = { allowedHosts: ['127.0.0.1'] };
const NEVER = new AbortController().signal;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const receiver = async (...args: Parameters<typeof startReceiver>): Promise<Receiver> => {
  const started = await startReceiver(...args);
  closing.push(() => started.close());
  return started;
};
const senderWith = (options: Partial<WebhookSenderOptions> = {}) =>
  createWebhookSender({ rules: RULES, write: ({ kind }) => JSON.stringify({ kind }), ...options });
const message = (url: string, more: Partial<WebhookMessage> = {}): WebhookMessage => ({
  id: deliveryIdOf(1),
  url,
  at: T0,
  secrets: [aSecret(1)],
  content: { kind: 'ping', webhookId: webhookIdOf(1), at: T0 },
  ...more,
});

describe('a message', () => {
  it('is posted with the headers of Standard Webhooks, one signature for each secret', async () => {
    const { url, received } = await receiver();
    const secrets = [aSecret(1), aSecret(2)];
    const outcome = await senderWith().send(message(url, { secrets }), NEVER);
    expect(outcome).toEqual({ kind: 'responded', status: 204, tookMs: expect.any(Number) });
    const [{ headers, body, path }] = received as [Receiver['received'][0]];
    expect([path, body]).toEqual(['/hook', '{"kind":"ping"}']);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': '15',
      'webhook-id': deliveryIdOf(1),
      'webhook-timestamp': String(T0.getTime() / 1000),
    });
    const one = (n: number) =>
      signedHeaders(message(url, { secrets: [aSecret(n)] }), body)['webhook-signature'];
    expect(headers['webhook-signature']).toBe(`${one(1)} ${one(2)}`);
  });

  it('is signed as the example of the specification', () => {
    const example = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek' as WebhookMessage['id'],
      at: new Date(1_614_265_330_000),
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' as WebhookSecret],
    };
    expect(signedHeaders(example, '{"test": 2432232314}')['webhook-signature']).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });
});

describe('a receiver', () => {
  it('a receiver that fails is reported with its status, and with the pause that it asks for', async () => {
    const { url } = await receiver(respond(503, { 'retry-after': '120' }));
    expect(await senderWith().send(message(url), NEVER)).toMatchObject({
      status: 503,
      retryAfterMs: 120_000,
    });
  });

  it('a receiver that redirects is not followed', async () => {
    const target = await receiver();
    const { url } = await receiver(respond(307, { location: target.url }));
    expect(await senderWith().send(message(url), NEVER)).toMatchObject({ kind: 'responded', status: 307 });
    expect(target.received).toEqual([]);
  });

  it('a receiver that hangs is abandoned when the time is over', async () => {
    const { url, received } = await receiver(() => undefined);
    const outcome = await senderWith({ timeoutMs: 1_000 }).send(message(url), NEVER);
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'no-response-in-time' });
    expect(received).toHaveLength(1);
  });

  it('a receiver that responds without end is cut, and its status counts', async () => {
    let sent = 0;
    const { url } = await receiver((_received, res) => {
      res.writeHead(200, { 'content-length': String(2 ** 30) });
      const chunk = Buffer.alloc(65_536);
      const write = () => {
        while (!res.destroyed && sent < 2 ** 30) {
          sent += chunk.length;
          if (!res.write(chunk)) return void res.once('drain', write);
        }
      };
      write();
    });
    expect(await senderWith().send(message(url), NEVER)).toMatchObject({ kind: 'responded', status: 200 });
    expect(sent).toBeLessThan(2 ** 24);
  });

  it.each([
    ['100', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['103', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
  ])('a receiver that sends %s without end is cut by its bytes', async (_, interim) => {
    let sent = 0;
    const chunk = interim.repeat(1_000);
    const { url } = await rawServer((socket) => {
      const write = () => {
        while (!socket.destroyed) {
          sent += chunk.length;
          if (!socket.write(chunk)) return void socket.once('drain', write);
        }
      };
      write();
    });
    const outcome = await senderWith().send(message(url), NEVER);
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'malformed-response' });
    expect(sent).toBeLessThan(2 ** 24);
  });

  it('a receiver that sends interim responses before its own is heard, as is one with a long body', async () => {
    const interim = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(20);
    const final = `HTTP/1.1 201 Created\r\ncontent-length: 60000\r\n\r\n${'x'.repeat(60_000)}`;
    const { url } = await rawServer((socket) => socket.end(interim + final));
    expect(await senderWith().send(message(url), NEVER)).toMatchObject({ status: 201 });
  });

  it('a receiver that sends a status and then hangs has the time of the whole attempt, and its status counts', async () => {
    const { url } = await receiver((_received, res) => void res.writeHead(202).write('.'));
    expect(await senderWith({ timeoutMs: 1_000 }).send(message(url), NEVER)).toMatchObject({ status: 202 });
  });

  it.each([
    ['speaks no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n', 'malformed-response'],
    ['sends too many headers', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(5_000)}\r\n`, 'malformed-response'],
    ['closes the connection', '', 'connection-failed'],
    [
      'switches to another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      'malformed-response',
    ],
  ])('a receiver that %s is reported', async (_, text, failure) => {
    const { url } = await rawServer((socket) => socket.end(text));
    expect(await senderWith().send(message(url), NEVER)).toMatchObject({ kind: 'failed', failure });
  });

  it('a receiver that does not exist, or does not speak TLS, is reported', async () => {
    const gone = await startReceiver();
    await gone.close();
    expect(await senderWith().send(message(gone.url), NEVER)).toMatchObject({ failure: 'connection-failed' });
    const plain = await receiver();
    const https = plain.url.replace('http:', 'https:');
    expect(await senderWith().send(message(https), NEVER)).toMatchObject({ failure: 'tls-failed' });
  });

  it('is abandoned at once when the process stops, which does not count as an attempt', async () => {
    const stopping = new AbortController();
    const { url } = await receiver(() => stopping.abort());
    expect(await senderWith().send(message(url), stopping.signal)).toEqual({ kind: 'interrupted' });
  });
});

describe('an address', () => {
  const named = 'https://receiver.example.org/hook';

  it.each([
    [['127.0.0.1']],
    [['10.1.2.3']],
    [['93.184.216.34', '192.168.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['169.254.169.254']],
  ])('an address that a name resolves to is refused when it is not public: %j', async (addresses) => {
    const resolve = async () => addresses;
    expect(await senderWith({ resolve }).send(message(named), NEVER)).toMatchObject({
      kind: 'failed',
      failure: 'address-refused',
    });
  });

  it('an address in the url is refused when it is not public', async () => {
    const rules = { allowedHosts: [] };
    for (const host of ['127.0.0.2', '[::1]', '[::ffff:7f00:1]', '0x7f.1', '2130706433', '169.254.169.254'])
      expect(await senderWith({ rules }).send(message(`https://${host}/`), NEVER)).toMatchObject({
        failure: 'address-refused',
      });
  });

  it('is unknown for a name without one, and if the name server does not respond', async () => {
    const none = senderWith({ resolve: async () => [] });
    expect(await none.send(message(named), NEVER)).toMatchObject({ failure: 'host-unresolved' });
    const hanging = senderWith({ resolve: () => new Promise(() => undefined), timeoutMs: 50 });
    expect(await hanging.send(message(named), NEVER)).toMatchObject({ failure: 'no-response-in-time' });
  });

  it('is the only one that is connected to, even if the name later resolves elsewhere', async () => {
    const { port, received } = await receiver();
    const url = new URL(`http://receiver.invalid:${port}/`);
    const posted = await post({ url, addresses: ['127.0.0.1'], headers: {}, body: 'x' }, NEVER);
    expect(posted).toMatchObject({ status: 204 });
    expect(received.map(({ headers }) => headers.host)).toEqual([`receiver.invalid:${port}`]);
  });

  it('an address of a host that the operator no longer allows is not connected to', async () => {
    const { url, received } = await receiver();
    const rules = { allowedHosts: [] };
    expect(await senderWith({ rules }).send(message(url), NEVER)).toMatchObject({ failure: 'url-refused' });
    expect(received).toEqual([]);
  });
});

describe('isPublicAddress', () => {
  it.each(['1.1.1.1', '8.8.8.8', '93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00::1'])(
    'is true for %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.255', '169.254.169.254', '172.16.0.1'],
    ...[
      '172.31.255.255',
      '192.0.0.8',
      '192.0.2.1',
      '192.88.99.1',
      '192.168.1.1',
      '198.18.0.1',
      '198.51.100.1',
    ],
    ...['203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:8.8.8.8', '::ffff:10.0.0.1', '::8.8.8.8', '64:ff9b::808:808', '64:ff9b:1::1'],
    ...['100::1', '2001::1', '2001:db8::1', '2002:a00:1::1', '3fff::1', '5f00::1', 'fc00::1', 'fd12::1'],
    ...['fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', 'localhost', '', '1.2.3'],
  ])('is false for %s', (address) => expect(isPublicAddress(address)).toBe(false));
});

async function rawServer(answer: (socket: Socket) => void): Promise<{ readonly url: string }> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}
