import { describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { canonicalJson } from '../../src/domain/shared/canonical-json.js';
import type { JsonObject } from '../../src/domain/shared/json.js';
import { toHex } from '../../src/domain/shared/hex.js';
import type { DeliveryId } from '../../src/domain/webhook/delivery.js';
import type { WebhookSecret } from '../../src/domain/webhook/webhook.js';
import { planTree } from '../../src/domain/order/terms/plan-root.js';
import { serializeClarity } from '../../src/sdk/signing/clarity.js';
import { structuredDigest, textDigest } from '../../src/sdk/signing/digest.js';
import { sha256, utf8 } from '../../src/sdk/signing/hashing.js';
import { orderData, type OrderToSign } from '../../src/sdk/signing/order-data.js';
import {
  keySigner,
  signAmendment,
  signMessage,
  signMetadata,
  signOrders,
  type Signer,
} from '../../src/sdk/signing/index.js';
import { signedHeaders } from '../../src/adapters/webhooks/sign.js';

const FILE = 'docs/reference/vectors.json';
const TIME = 1_795_176_000_000;
const UUIDS = [
  '7d3f0f6e-3f0d-4c2b-9a52-0f4b1f2f7c10',
  '0b9f3f0a-52a6-4f0e-8a5f-0d9a7c1c2e11',
  '1c0d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e4f',
];
const KEYS = ['01'.repeat(32), 'f7'.repeat(32), `${'00'.repeat(31)}01`];
const secretOf = (text: string) => `whsec_${Buffer.from(text).toString('base64')}` as WebhookSecret;
const SECRET = secretOf('a secret of twenty-four bytes or more');
const OLD_SECRET = secretOf('the secret before it was rotated');

const tokens = ({ address }: Signer) => ({
  inputToken: `${address}.dollar-subnet`,
  outputToken: `${address}.bitcoin`,
  router: `${address}.x-multihop`,
});

const texts = ['', 'hello', 'Grüße, 世界', 'a'.repeat(252), 'a'.repeat(253), 'a'.repeat(70_000)];

const account = (privateKey: string) => ({
  privateKey,
  publicKey: keySigner(privateKey, 'mainnet').publicKey,
  mainnet: keySigner(privateKey, 'mainnet').address,
  devnet: keySigner(privateKey, 'devnet').address,
});

/** A text by its length and, if it is short, in full, as wallets sign it. */
async function textVector(privateKey: string, text: string) {
  const bytes = utf8(text);
  const shown = bytes.length > 1_000 ? { repeated: text.slice(0, 1), times: text.length } : { text };
  const signature = await keySigner(privateKey, 'devnet').signText(text);
  return { privateKey, ...shown, bytes: bytes.length, digest: toHex(textDigest(text)), signature };
}

async function orderVector(privateKey: string, order: OrderToSign) {
  const data = orderData(order);
  const { amountIn, ...fields } = order;
  return {
    ...{ privateKey, ...fields, amountIn: amountIn.toString() },
    domain: toHex(serializeClarity(data.domain)),
    message: toHex(serializeClarity(data.message)),
    digest: toHex(structuredDigest(data)),
    signature: await keySigner(privateKey, order.network).signStructured(data),
  };
}

/** Orders as they are placed, and the hash of the terms of each. */
async function planVector(privateKey: string, count: number) {
  const signer = keySigner(privateKey, 'devnet');
  const { router, ...pair } = tokens(signer);
  const bounds = [
    { slippage: 0.01 },
    { minAmountOut: '99' },
    { minAmountOut: '0', metadata: { note: 'not covered' } },
  ];
  const unsigned = bounds.slice(0, count).map((bound, n) => ({
    ...{ uuid: UUIDS[n]!, ...pair, amountIn: `${(n + 1) * 1_000_000}` },
    ...{
      clientOrderId: `mine-${n}`,
      strategyId: 'plan',
      strategyDescription: 'täglich “2”',
      validTo: '2026-12-01T00:00:00.000Z',
      ...bound,
    },
  }));
  const now = () => TIME;
  const orders = await signOrders(signer, unsigned, { network: 'devnet', router, blaze: 'v2', now });
  const terms = orders.map((order) => {
    const {
      signature: _signature,
      termsSignature: _terms,
      termsPath: _path,
      metadata: _data,
      ...covered
    } = order;
    const canonical = canonicalJson(JSON.parse(JSON.stringify(covered)) as JsonObject);
    return { canonical, hash: toHex(sha256(utf8(canonical))) };
  });
  const hashes = terms.map(({ hash }) => hash);
  const signed = count === 1 ? `sluice-terms:${hashes[0]!}` : `sluice-plan:${planTree(hashes, sha256).root}`;
  return { privateKey, blaze: 'v2', terms, signed, orders };
}

/** Other terms of an order, as its owner reads it. */
async function amendmentVector(privateKey: string) {
  const signer = keySigner(privateKey, 'devnet');
  const sale = { uuid: UUIDS[0]!, owner: signer.address, ...tokens(signer), amountIn: '1000000' };
  const stop = { conditionToken: '.stx', targetPrice: '1.8', direction: 'lt', baseAsset: 'USD' } as const;
  const order = { ...sale, recipient: signer.address, ...stop, slippage: 0.01, revision: 1 };
  const changes = { targetPrice: '1.7', validTo: '2026-12-01T00:00:00.000Z' };
  const options = { network: 'devnet', now: () => TIME } as const;
  const body = await signAmendment(signer, order, changes, options);
  return { privateKey, order: { ...order, kind: 'stop', status: 'open' }, changes, body };
}

async function requestVector(privateKey: string, origin: string) {
  const signer = keySigner(privateKey, 'devnet');
  const fields = { action: 'cancel_order', uuid: UUIDS[0]! } as const;
  const headers = await signMessage(signer, fields, { audience: origin, network: 'devnet', now: () => TIME });
  // The nonce is drawn at random: this one stays.
  const nonce = UUIDS[1]!;
  const text = JSON.stringify({ ...(JSON.parse(headers['x-message']) as object), nonce });
  return {
    privateKey,
    headers: { ...headers, 'x-message': text, 'x-signature': await signer.signText(text) },
  };
}

async function metadataVector(privateKey: string) {
  const signer = keySigner(privateKey, 'devnet');
  const record = { name: 'Beispiel “Münze”', symbol: 'EX' };
  return {
    privateKey,
    contractId: tokens(signer).outputToken,
    ...(await signMetadata(signer, tokens(signer).outputToken, record, { now: () => TIME })),
  };
}

function webhookVector() {
  const body = '{"type":"order.confirmed","data":{"order":{"status":"confirmed"}}}';
  const headers = signedHeaders(
    { id: 'msg_0001' as DeliveryId, at: new Date(TIME), secrets: [SECRET, OLD_SECRET] },
    body,
  );
  return { secret: SECRET, headers, body };
}

async function vectors() {
  const [key, other] = KEYS as [string, string];
  const sold = tokens(keySigner(key, 'mainnet'));
  const base = { inputToken: sold.inputToken, router: sold.router, uuid: UUIDS[0]! };
  return {
    note: 'Keys of no account. Bytes are in hex. sign-in-any-language.md says how each value is made.',
    accounts: KEYS.map(account),
    texts: await Promise.all(texts.map((text, n) => textVector(KEYS[n % 2]!, text))),
    orders: await Promise.all([
      orderVector(key, { network: 'mainnet', blaze: 'v1', amountIn: 1n, ...base }),
      orderVector(other, { network: 'devnet', blaze: 'v2', amountIn: 2n ** 128n - 1n, ...base }),
    ]),
    terms: await Promise.all([1, 2, 3].map((count) => planVector(key, count))),
    amendments: [await amendmentVector(key)],
    requests: [await requestVector(key, 'https://swap.example.org')],
    metadata: [await metadataVector(key)],
    webhooks: [webhookVector()],
  };
}

describe('docs/reference/vectors.json', () => {
  it('has what this version signs (npm run docs:vectors records it)', async () => {
    const text = await format(JSON.stringify(await vectors()), {
      ...(await resolveConfig(FILE)),
      parser: 'json',
    });
    if (process.env['RECORD_VECTORS'] === 'true') writeFileSync(FILE, text);
    expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(JSON.parse(text));
  });
});
