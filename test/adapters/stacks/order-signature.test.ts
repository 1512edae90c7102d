import { describe, expect, it } from '@jest/globals';
import { Cl, encodeStructuredDataBytes, privateKeyToAddress, signStructuredData } from '@stacks/transactions';
import fc from 'fast-check';
import { sha256 } from '../../../src/adapters/stacks/signatures/hashing.js';
import { orderDigest } from '../../../src/adapters/stacks/signatures/order-digest.js';
import type { OrderSignature, OrderUuid } from '../../../src/domain/order/ids.js';
import { encodeAddress } from '../../../src/domain/shared/address.js';
import { STX, type ContractId } from '../../../src/domain/shared/contract-id.js';
import { NETWORK_FACTS, type Network } from '../../../src/domain/shared/network.js';
import { U128_MAX, type Units } from '../../../src/domain/shared/units.js';
import type { SignatureVerifier, SignedOrder } from '../../../src/ports/index.js';
import { forEachVerifier } from './support/verifiers.js';

const OWNER = 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS';
/** A signed order of mainnet. */
const ORDER: SignedOrder = {
  network: 'mainnet',
  blaze: 'v1',
  inputToken: `${OWNER}.welsh-token-subnet-v1` as ContractId,
  amountIn: 325429430693n as Units,
  router: `${OWNER}.x-multihop-v2` as ContractId,
  uuid: '1787b468-f51b-413f-844f-626d44a26243' as OrderUuid,
};
const SIGNATURE =
  '31e5cc8d733dc6285b187458ef654d882396c2917676202f58e870627b88f4a82f7cd40e6ee98c51d1c00b67811833bfa274deacb7954f42a152a15b90cfbe5900';

const signersOf = (verifier: SignatureVerifier) => async (order: SignedOrder, signature: string) =>
  verifier.orderSigner(order, signature as OrderSignature);
const withV = (v: string) => SIGNATURE.slice(0, 128) + v;

forEachVerifier('orderSigner on a signed order of mainnet', (verifier) => {
  const signer = signersOf(verifier);

  it('recovers the owner', async () => {
    expect(Buffer.from(orderDigest(ORDER)).toString('hex')).toBe(
      '44117be98a03c9981e3398296b9cbfb9206d8277c47a72f282de66f1af950c38',
    );
    expect(await signer(ORDER, SIGNATURE)).toBe(OWNER);
  });

  it('accepts both forms of V', async () => {
    expect(await signer(ORDER, withV('1b'))).toBe(OWNER);
    expect(await signer(ORDER, withV('01'))).not.toBe(OWNER);
    expect(await signer(ORDER, withV('1c'))).toBe(await signer(ORDER, withV('01')));
  });

  const changes: [string, Partial<SignedOrder>][] = [
    ['network', { network: 'testnet' }],
    ['signature domain', { blaze: 'v2' }],
    ['input token', { inputToken: `${OWNER}.welsh-token-subnet-v2` as ContractId }],
    ['amount', { amountIn: 325429430694n as Units }],
    ['router', { router: `${OWNER}.x-multihop-v1` as ContractId }],
    ['uuid', { uuid: '1787b468-f51b-413f-844f-626d44a26244' as OrderUuid }],
  ];
  it.each(changes)('does not recover the owner when the %s differs', async (_, change) => {
    expect(await signer({ ...ORDER, ...change }, SIGNATURE)).not.toBe(OWNER);
  });

  it('does not recover the owner when a digit of R or S differs', async () => {
    const changed = Array.from({ length: 128 }, (_, at) => {
      const digit = (parseInt(SIGNATURE[at]!, 16) ^ 1).toString(16);
      return SIGNATURE.slice(0, at) + digit + SIGNATURE.slice(at + 1);
    });
    expect(await Promise.all(changed.map((signature) => signer(ORDER, signature)))).not.toContain(OWNER);
  });

  it('returns no signer for the high-s form of the same signature', async () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const s = order - BigInt(`0x${SIGNATURE.slice(64, 128)}`);
    const high = SIGNATURE.slice(0, 64) + s.toString(16).padStart(64, '0');
    expect(await signer(ORDER, `${high}01`)).toBeUndefined();
    expect(await signer(ORDER, `${high}00`)).toBeUndefined();
  });

  it.each([
    ['empty', ''],
    ['short', SIGNATURE.slice(2)],
    ['long', `${SIGNATURE}00`],
    ['not hex', `zz${SIGNATURE.slice(2)}`],
    ['of V 2', withV('02')],
    ['of V 29', withV('1d')],
    ['all zero', '0'.repeat(130)],
    ['of R beyond the field', `${'f'.repeat(64)}${SIGNATURE.slice(64)}`],
  ])('returns no signer for a signature that is %s', async (_, signature) => {
    expect(await signer(ORDER, signature)).toBeUndefined();
  });

  it('returns no signer for an order of STX, which no subnet holds', async () => {
    expect(await signer({ ...ORDER, inputToken: STX }, SIGNATURE)).toBeUndefined();
    expect(await signer({ ...ORDER, router: STX }, SIGNATURE)).toBeUndefined();
  });
});

const contractIds = fc
  .tuple(
    fc.constantFrom(22, 20, 26, 21),
    fc.uint8Array({ minLength: 20, maxLength: 20 }),
    fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_-]{0,39}$/),
  )
  .map(([version, hash160, name]) => `${encodeAddress({ version, hash160 }, sha256)}.${name}` as ContractId);

const orders: fc.Arbitrary<SignedOrder> = fc.record({
  network: fc.constantFrom<Network>('mainnet', 'testnet', 'devnet'),
  blaze: fc.constantFrom('v1' as const, 'v2' as const),
  inputToken: contractIds,
  router: contractIds,
  amountIn: fc.bigInt(0n, U128_MAX).map((n) => n as Units),
  uuid: fc.uuid().map((uuid) => uuid as OrderUuid),
});

function clarityOf({ network, blaze, inputToken, router, amountIn, uuid }: SignedOrder) {
  const domain = Cl.tuple({
    name: Cl.stringAscii('BLAZE_PROTOCOL'),
    version: Cl.stringAscii(`${blaze}.0`),
    'chain-id': Cl.uint(NETWORK_FACTS[network].chainId),
  });
  const message = Cl.tuple({
    contract: Cl.principal(inputToken),
    intent: Cl.stringAscii('TRANSFER_TOKENS'),
    opcode: Cl.none(),
    amount: Cl.some(Cl.uint(amountIn)),
    target: Cl.some(Cl.principal(router)),
    uuid: Cl.stringAscii(uuid),
  });
  return { domain, message };
}

describe('orderDigest', () => {
  it('equals the digest of the general encoder', () => {
    fc.assert(
      fc.property(orders, (order) => {
        expect(Buffer.from(orderDigest(order))).toEqual(
          Buffer.from(sha256(encodeStructuredDataBytes(clarityOf(order)))),
        );
      }),
      { numRuns: 300 },
    );
  });
});

forEachVerifier('orderSigner on fresh signatures', (verifier) => {
  const signer = signersOf(verifier);

  it('recovers the address of the signing key on every network', async () => {
    const keys = fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .filter((key) => key[0]! < 0xff && key[0]! > 0);
    await fc.assert(
      fc.asyncProperty(orders, keys, async (order, key) => {
        const privateKey = `${Buffer.from(key).toString('hex')}01`;
        const signature = signStructuredData({ ...clarityOf(order), privateKey });
        expect(await signer(order, signature)).toBe(
          privateKeyToAddress(privateKey, order.network === 'mainnet' ? 'mainnet' : 'testnet'),
        );
      }),
      { numRuns: 25 },
    );
  });
});
