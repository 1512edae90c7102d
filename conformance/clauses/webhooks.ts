import { randomUUID } from 'node:crypto';
import { clausesOf, type Clause } from '../clause.js';
import { message } from '../api-keys.js';
import type { Answer } from '../client/http.js';
import { newWallet, signedBody, signedHeaders, type Wallet } from '../client/wallet.js';
import { answers, demand, matches, recordOf, same } from '../expect.js';
import { ISO, TEXT, fieldClauses } from '../fields.js';
import type { World } from '../world.js';

const clause = clausesOf('webhooks');

/** An address to which nothing is ever sent: webhooks of a wallet without orders have nothing to deliver. */
const newUrl = () => `https://example.org/${randomUUID()}`;
const MOST = 10;

const send = (world: World, method: string, path: string, signed: object, wallet: Wallet): Promise<Answer> =>
  world.swap(`/webhooks${path}`, { method, ...signedBody(signed, wallet) });

const create = (world: World, wallet: Wallet, fields: object = {}): Promise<Answer> =>
  send(
    world,
    'POST',
    '',
    message(world, 'create_webhook', { url: newUrl(), events: ['order.*'], ...fields }),
    wallet,
  );

/** A webhook of a wallet that is unknown to the exchange. */
const aWebhook = (world: World) => world.once(createOne);
async function createOne(world: World) {
  const wallet = newWallet(world.chain);
  const answer = await create(world, wallet);
  answers(answer, 200);
  const body = recordOf(answer.body, 'body');
  const webhook = recordOf(body['webhook'], 'webhook');
  const id = String(webhook['id']);
  world.undoLater(() =>
    send(world, 'DELETE', `/${id}`, message(world, 'delete_webhook', { webhookId: id }), wallet),
  );
  return { wallet, id, webhook, body };
}

const WEBHOOK = { id: TEXT, url: TEXT, status: TEXT, createdAt: ISO };

export const webhooks: readonly Clause[] = [
  ...fieldClauses('webhooks', 'webhook', WEBHOOK, async (world) => [(await aWebhook(world)).webhook]),
  clause('a secret comes with a new webhook alone: whsec_…', async (world) => {
    const { id, wallet, body } = await aWebhook(world);
    matches(body['secret'], /^whsec_/, 'secret');
    const { text } = await world.swap('/webhooks', {
      headers: signedHeaders(message(world, 'list_webhooks'), wallet),
    });
    demand(text.includes(id) && !text.includes('whsec_'), 'the webhook without its secret', text);
  }),
  clause('a webhook of another wallet is out of reach', async (world) => {
    const { id } = await aWebhook(world);
    const signed = message(world, 'delete_webhook', { webhookId: id });
    const { status } = await send(world, 'DELETE', `/${id}`, signed, newWallet(world.chain));
    demand([403, 404].includes(status), '403 or 404', status);
  }),
  clause('a wallet has up to 10 webhooks', async (world) => {
    const wallet = newWallet(world.chain);
    const made: Answer[] = [];
    for (let count = 0; count < MOST; count += 1) made.push(await create(world, wallet));
    for (const { body } of made) {
      const webhookId = String(recordOf(recordOf(body, 'body')['webhook'], 'webhook')['id']);
      world.undoLater(() =>
        send(world, 'DELETE', `/${webhookId}`, message(world, 'delete_webhook', { webhookId }), wallet),
      );
    }
    same(
      made.map(({ status }) => status),
      Array<number>(MOST).fill(200),
      'statuses of ten',
    );
    const { status } = await create(world, wallet);
    demand(status >= 400 && status < 500, 'a refusal of the eleventh', status);
  }),
  ...[
    'http://example.org/hook',
    'https://10.0.0.1/hook',
    'https://169.254.169.254/hook',
    'https://[::1]/hook',
  ].map((url) =>
    clause(`a webhook’s address cannot be ${url}`, async (world) => {
      const { status } = await create(world, newWallet(world.chain), { url });
      demand(status >= 400 && status < 500, 'a refusal', status);
    }),
  ),
];
