import { describe, expect, it } from '@jest/globals';
import { hashMessage } from '@stacks/encryption';
import {
  Cl,
  encodeStructuredDataBytes,
  privateKeyToAddress,
  privateKeyToPublic,
  serializeCVBytes,
  signMessageHashRsv,
  signStructuredData,
} from '@stacks/transactions';
import fc from 'fast-check';
import { createSignatureVerifier } from '../../../src/adapters/stacks/signatures/signature-verifier.js';
import { orderSignature, signTerms, signText } from '../../../src/adapters/stacks/signatures/wallet.js';
import type { OrderSignature } from '../../../src/domain/order/ids.js';
import { NETWORK_FACTS, type Network } from '../../../src/domain/shared/network.js';
import { toHex } from '../../../src/domain/shared/hex.js';
import { U128_MAX } from '../../../src/domain/shared/units.js';
import type { SignedOrder } from '../../../src/ports/index.js';
import { serializeClarity } from '../../../src/sdk/signing/clarity.js';
import { structuredDigest } from '../../../src/sdk/signing/digest.js';
import { sha256 } from '../../../src/sdk/signing/hashing.js';
import { keySigner, orderData, SigningError, type Clarity } from '../../../src/sdk/signing/index.js';
import { anyCharacter, runs } from '../../support/properties.js';

const networks = fc.constantFrom<Network>('mainnet', 'testnet', 'devnet');
/** Keys as wallets export them, those of Stacks.js without the mark of a compressed key, and few leading digits. */
const digits = fc
  .oneof(
    fc.bigInt(1n, 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140n),
    fc.bigInt(1n, 300n),
  )
  .map((key) => key.toString(16).padStart(64, '0'));
const spellings = fc.constantFrom(
  (key: string) => key,
  (key: string) => `${key}01`,
  (key: string) => `0x${key.toUpperCase()}`,
);
const contracts = fc
  .tuple(
    digits,
    fc.constantFrom('mainnet' as const, 'testnet' as const),
    fc.stringMatching(/^[a-zA-Z][\w-]{0,39}$/),
  )
  .map(([key, network, name]) => `${privateKeyToAddress(`${key}01`, network)}.${name}`);
const orders = fc.record({
  network: networks,
  blaze: fc.constantFrom('v1' as const, 'v2' as const),
  inputToken: contracts,
  router: contracts,
  amountIn: fc.bigInt(0n, U128_MAX),
  uuid: fc.uuid(),
});

const inStacksJs = (order: typeof orders extends fc.Arbitrary<infer T> ? T : never) => ({
  domain: Cl.tuple({
    name: Cl.stringAscii('BLAZE_PROTOCOL'),
    version: Cl.stringAscii(`${order.blaze}.0`),
    'chain-id': Cl.uint(NETWORK_FACTS[order.network].chainId),
  }),
  message: Cl.tuple({
    contract: Cl.principal(order.inputToken),
    intent: Cl.stringAscii('TRANSFER_TOKENS'),
    opcode: Cl.none(),
    amount: Cl.some(Cl.uint(order.amountIn)),
    target: Cl.some(Cl.principal(order.router)),
    uuid: Cl.stringAscii(order.uuid),
  }),
});
const verifier = createSignatureVerifier();

describe('keySigner', () => {
  it('has the account that Stacks.js has for the key, however the key is written', () => {
    fc.assert(
      fc.property(digits, spellings, networks, (key, spelling, network) => {
        const { address, publicKey } = keySigner(spelling(key), network);
        expect(address).toBe(privateKeyToAddress(`${key}01`, network));
        expect(publicKey).toBe(privateKeyToPublic(`${key}01`));
      }),
      { numRuns: runs(60) },
    );
  });

  it('signs an order as Stacks.js and sluice/stacks do, and the server recovers its owner', async () => {
    await fc.assert(
      fc.asyncProperty(digits, orders, async (key, order) => {
        const signer = keySigner(key, order.network);
        const signature = await signer.signStructured(orderData(order));
        expect(signature).toBe(signStructuredData({ ...inStacksJs(order), privateKey: `${key}01` }));
        expect(signature).toBe(orderSignature(order, key));
        expect(verifier.orderSigner(order as SignedOrder, signature as OrderSignature)).toBe(signer.address);
      }),
      { numRuns: runs(60) },
    );
  });

  it('signs any text as Stacks.js and sluice/stacks do, and the server recovers its signer', async () => {
    const lengths = [0, 252, 253, 65_535, 65_536].map((length) => 'x'.repeat(length));
    const texts = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom(...lengths),
      fc.constant('\ud800 alone'),
    );
    await fc.assert(
      fc.asyncProperty(digits, networks, texts, async (key, network, message) => {
        const { address, publicKey, ...signer } = keySigner(key, network);
        const signature = await signer.signText(message);
        const messageHash = toHex(hashMessage(message));
        expect(signature).toBe(signMessageHashRsv({ messageHash, privateKey: `${key}01` }));
        expect(signature).toBe(signText(message, key));
        expect(verifier.textSigner({ network, message, signature, publicKey })).toBe(address);
      }),
      { numRuns: runs(60) },
    );
  });

  it.each(['', '12', 'zz'.repeat(32), '0'.repeat(64), 'f'.repeat(64), `${'1'.repeat(64)}02`])(
    'refuses %j as a key, without repeating it',
    (key) => {
      const refused = () => keySigner(key, 'mainnet');
      expect(refused).toThrow(SigningError);
      expect(refused).toThrow(/^a private key is 64 hex characters, or 66 that end with 01$/);
    },
  );

  it('shows no key when it is logged', () => {
    const key = '7'.repeat(64);
    expect(JSON.stringify(keySigner(key, 'mainnet'))).not.toContain(key);
  });
});

describe('Clarity values', () => {
  const ascii = fc.string({ unit: fc.constantFrom(...'abc XYZ019-_.~!\n') });
  const { value: values } = fc.letrec<{ value: Clarity }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.bigInt(0n, U128_MAX).map((value): Clarity => ({ type: 'uint', value })),
      ascii.map((value): Clarity => ({ type: 'ascii', value })),
      contracts.map((value): Clarity => ({ type: 'contract', value })),
      fc.constant<Clarity>({ type: 'none' }),
      tie('value').map((value): Clarity => ({ type: 'some', value })),
      fc
        .dictionary(fc.stringMatching(/^[a-z]{1,9}$/), tie('value'), {
          minKeys: 1,
          maxKeys: 4,
          noNullPrototype: true,
        })
        .map((value): Clarity => ({ type: 'tuple', value })),
    ),
  }));

  it('have the bytes that Stacks.js gives the same objects', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(toHex(serializeClarity(value))).toBe(toHex(serializeCVBytes(value as never)));
      }),
    );
  });

  it('have the digest of SIP-018 as Stacks.js does', () => {
    fc.assert(
      fc.property(orders, (order) => {
        expect(structuredDigest(orderData(order))).toEqual(
          sha256(encodeStructuredDataBytes(inStacksJs(order))),
        );
      }),
      { numRuns: runs(60) },
    );
  });

  it.each<[string, Clarity]>([
    ['a negative amount', { type: 'uint', value: -1n }],
    ['an amount beyond 128 bits', { type: 'uint', value: U128_MAX + 1n }],
    ['text that is not ASCII', { type: 'ascii', value: 'ü' }],
    ['.stx as a contract', { type: 'contract', value: '.stx' }],
    ['an address as a contract', { type: 'contract', value: 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS' }],
    ['a mistyped address', { type: 'contract', value: 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KT.a' }],
    ['a nameless field', { type: 'tuple', value: { '': { type: 'none' } } }],
  ])('do not include %s', (_, value) => {
    expect(() => serializeClarity(value)).toThrow(expect.objectContaining({ code: 'invalid-clarity' }));
  });
});

describe('signTerms of sluice/stacks', () => {
  it('signs what a server derives from the body, whatever the sequence of its fields', () => {
    const order = {
      b: 1,
      a: 'x',
      signature: 's',
      termsSignature: 't',
      metadata: { oco: true },
      none: undefined,
    };
    const key = '5'.repeat(64);
    expect(signTerms(order, key)).toBe(signTerms({ a: 'x', b: 1 }, key));
  });
});
