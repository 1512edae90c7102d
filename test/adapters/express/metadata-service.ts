import type { RequestListener } from 'node:http';
import request, { type Test } from 'supertest';
import { createApp, metadataArea } from '../../../src/adapters/express/index.js';
import type { MetadataRecord } from '../../../src/domain/metadata-record/metadata-record.js';
import type { Ports } from '../../../src/ports/index.js';
import { T0 } from '../../support/builders.js';
import { coreHarness, type CoreHarness, type HarnessOptions } from '../../support/core-harness.js';
import { sha256 } from '../../support/sha256.js';
import { A_WALLET, signText, type TestWallet } from '../../support/signing.js';

export const METADATA = '/metadata/api/v1/metadata';
export const OWN_SITE = 'https://own.example';
/** A contract of the wallet that signs by default. */
export const TOKEN = `${A_WALLET.address}.a-token`;

export interface MetadataService extends CoreHarness {
  readonly app: RequestListener;
  /** Stores records unchanged, as another process would. */
  readonly store: (records: Readonly<Record<string, MetadataRecord>>) => Promise<void>;
  readonly get: (path: string) => Test;
}

/** The metadata area over the real core and memory, at T0, without any record. */
export function aMetadataService(options?: HarnessOptions): MetadataService {
  const harness = coreHarness(options);
  const { core, clock, ports } = harness;
  const app = createApp({
    areas: [metadataArea(core, { clock, origins: [OWN_SITE] })],
    clock,
    requestIds: () => 'made',
    readiness: async () => ({ ready: true, reasons: [] }),
  });
  return {
    ...harness,
    app,
    store: (records) => storeIn(ports, records),
    get: (path) => request(app).get(`${METADATA}${path}`),
  };
}

async function storeIn({ metadata }: Ports, records: Readonly<Record<string, MetadataRecord>>) {
  for (const [contractId, record] of Object.entries(records)) await metadata.save(contractId, record);
}

export interface SaveOptions {
  readonly contractId?: string;
  readonly wallet?: TestWallet;
  /** The signed timestamp, Unix milliseconds. */
  readonly timestamp?: number;
  /** Whether the signature covers the body. */
  readonly signsBody?: boolean;
  /** Headers that replace the signed ones; `undefined` removes one. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** The headers with which a deployer saves this body. */
export function saveHeaders(body: string | Buffer, options: SaveOptions = {}): Record<string, string> {
  const { contractId = TOKEN, wallet = A_WALLET, timestamp = T0.getTime(), signsBody = false } = options;
  const bodyHash = Buffer.from(sha256(Buffer.from(body))).toString('hex');
  const signed = { message: contractId, timestamp, ...(signsBody && { bodyHash }) };
  const headers: Readonly<Record<string, string | undefined>> = {
    'content-type': 'application/json',
    'x-signature': signText(JSON.stringify(signed), wallet),
    'x-public-key': wallet.publicKey,
    'x-timestamp': String(timestamp),
    'x-body-hash': signsBody ? bodyHash : undefined,
    ...options.headers,
  };
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Saves a record, or any other body: text is sent as it is. */
export function saveIn({ app }: { readonly app: RequestListener }, body: unknown, options: SaveOptions = {}) {
  const sent = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const req = request(app).post(`${METADATA}/${options.contractId ?? TOKEN}`);
  // supertest would serialise bytes as JSON.
  return req
    .set(saveHeaders(sent, options))
    .serialize((bytes: unknown) => bytes as string)
    .send(sent);
}
