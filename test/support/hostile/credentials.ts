import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { OperationDescription } from '../../../src/adapters/express/schema/model.js';
import { ALERT_KINDS, type AlertKind } from '../../../src/domain/alert/condition.js';
import { signText, type TestWallet } from '../signing.js';
import { damaged, fitting, mostly, type Made } from './values.js';
import type { World } from './world.js';

/** What is wrong with a proof: mostly nothing. */
const FLAWS = [
  'none',
  'absent',
  'stale',
  'audience',
  'action',
  'damaged',
  'address',
  'header',
  'reused',
] as const;

/** What a request is to prove, drawn before it is sent. */
interface Recipe {
  readonly flaw: (typeof FLAWS)[number];
  readonly n: number;
  /** Whether an API key is sent rather than a wallet's signature, where either is taken. */
  readonly byKey: boolean;
  readonly isBearer: boolean;
  /** Whether the thing's own wallet signs. */
  readonly isOwn: boolean;
  readonly hasAudience: boolean;
  readonly fields: Readonly<Record<string, Made>>;
  readonly wanted: readonly string[];
  readonly bad: Readonly<Record<string, unknown>>;
}

export function credentials({ signedFields = {} }: OperationDescription): fc.Arbitrary<Recipe> {
  const names = Object.keys(signedFields);
  const own = names.filter((name) => name !== 'action');
  return fc.record({
    flaw: fc.oneof(
      { weight: 24, arbitrary: fc.constant('none' as const) },
      { weight: 9, arbitrary: fc.constantFrom(...FLAWS.slice(1)) },
    ),
    n: fc.nat(),
    byKey: fc.boolean(),
    isBearer: fc.boolean(),
    isOwn: mostly(6),
    hasAudience: mostly(1),
    fields: fc.record(Object.fromEntries(names.map((name) => [name, fitting(signedFields[name]!, name)]))),
    wanted: fc.subarray(names),
    bad: damaged(own),
  });
}

/** The part of a request that the proof covers. */
export interface Proven {
  readonly path: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The headers that prove a request, and the body in which the proof is, if it is in one. */
export interface Proof {
  readonly wallet: TestWallet;
  readonly headers: readonly string[];
  readonly body?: object;
}

const STALE_MS = 3_600_000;
/** JSON in ASCII, as a header must have it. */
const ascii = (json: string) =>
  json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The wallet that signs a request for the thing: its owner, or another one. */
export const signerOf = ({ isOwn, n }: Recipe, world: World, owner: TestWallet | undefined): TestWallet =>
  (isOwn ? owner : undefined) ?? world.owners[n % world.owners.length]!;

/** Proves the request with its hostile values in place, so that what is behind the signature is reached. */
export function prove(
  { access, signedFields = {} }: OperationDescription,
  recipe: Recipe,
  signer: TestWallet,
  { path, body }: Proven,
  world: World,
): Proof {
  const { flaw, n, byKey, isBearer } = recipe;
  const needs = (one: (typeof access)[number]) => access.includes(one);
  if (flaw === 'absent') return { wallet: signer, headers: [] };
  if (needs('operator-session')) {
    const token = flaw === 'none' ? world.known('session', n % 3)?.value : 'os_' + '0'.repeat(64);
    return { wallet: world.operator, headers: token === undefined ? [] : [`authorization: Bearer ${token}`] };
  }
  if (needs('api-key') && byKey) {
    const known = world.hotKey ?? world.known('apiKey', n % 8, signer);
    const key = known?.value ?? 'ck_live_' + '0'.repeat(64);
    const sent = flaw === 'damaged' ? `${key}0` : key;
    return { wallet: signer, headers: [isBearer ? `authorization: Bearer ${sent}` : `x-api-key: ${sent}`] };
  }
  const wallet = needs('operator-wallet') && recipe.isOwn ? world.operator : signer;
  if (needs('deployer')) return { wallet, headers: deployerHeaders(recipe, wallet, { path, body }) };
  if (!needs('wallet-headers') && !needs('wallet-body') && !needs('operator-wallet'))
    return { wallet, headers: [] };
  const message = messageOf(recipe, signedFields, { path, body }, world);
  const sent = flaw === 'reused' ? (world.known('message', n % 3, wallet)?.value ?? message) : message;
  const headers = signatureHeaders(sent, wallet, flaw);
  const walletAddress = flaw === 'address' ? (n % 2 === 0 ? world.address(n) : 'ST1') : wallet.address;
  if (!needs('wallet-headers')) return { wallet, headers, body: { message: sent, walletAddress } };
  const all = [...headers, `x-message: ${sent}`, `x-wallet-address: ${walletAddress}`];
  return { wallet, headers: flaw === 'header' ? all.slice(1) : all };
}

function signatureHeaders(text: string, wallet: TestWallet, flaw: Recipe['flaw']): readonly string[] {
  const signature = signText(flaw === 'damaged' ? `${text} ` : text, wallet);
  return [`x-public-key: ${wallet.publicKey}`, ...(flaw === 'header' ? [] : [`x-signature: ${signature}`])];
}

/** A message with the fields as the path and the body have them, where they do. */
function messageOf(
  { flaw, fields, wanted, bad, hasAudience }: Recipe,
  signed: NonNullable<OperationDescription['signedFields']>,
  { path, body }: Proven,
  world: World,
): string {
  const inBody = typeof body === 'object' && body !== null ? body : {};
  const own = Object.entries(fields).flatMap(([name, make]): [string, unknown][] => {
    if (name in path) return [[name, path[name]]];
    if (Object.hasOwn(inBody, name)) return [[name, Reflect.get(inBody, name)]];
    if (body !== undefined && name !== 'action') return [];
    if (name === 'uuid') return [[name, '*']];
    const isNeeded = !/^optional|only events|absent if there is none/.test(signed[name]?.description ?? '');
    return isNeeded || wanted.includes(name) ? [[name, make(world)]] : [];
  });
  const message = {
    ...(hasAudience && { audience: world.origin, network: world.network }),
    ...ofKind(Object.fromEntries(own)),
    ...bad,
    timestamp: Date.now() - (flaw === 'stale' ? STALE_MS : 0),
    nonce: randomUUID(),
    ...(flaw === 'audience' && { audience: 'https://elsewhere.example' }),
    ...(flaw === 'action' && { action: 'another_action' }),
  };
  return ascii(JSON.stringify(message));
}

/** The fields without those that an alert of the kind does not have. */
function ofKind(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (fields['action'] !== 'create_alert') return fields;
  const others = Object.values(ALERT_KINDS).flat();
  const own: readonly string[] = ALERT_KINDS[fields['kind'] as AlertKind];
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => own.includes(name) || !others.some((other) => other === name)),
  );
}

/** A deployer signs the contract and the time, and the body's hash if it wants. */
function deployerHeaders(
  { flaw, isBearer }: Recipe,
  wallet: TestWallet,
  { path, body }: Proven,
): readonly string[] {
  const timestamp = Date.now() - (flaw === 'stale' ? STALE_MS : 0);
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const text = JSON.stringify({
    message: path['contractId'],
    timestamp: flaw === 'action' ? timestamp + 1 : timestamp,
    ...(isBearer && { bodyHash }),
  });
  const headers = [...signatureHeaders(text, wallet, flaw), `x-timestamp: ${timestamp}`];
  return isBearer ? [...headers, `x-body-hash: ${bodyHash}`] : headers;
}
