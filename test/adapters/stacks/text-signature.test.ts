import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import {
  privateKeyToAddress,
  privateKeyToPublic,
  signMessageHashRsv,
  uncompressPublicKey,
} from '@stacks/transactions';
import type { SignedText } from '../../../src/ports/index.js';
import { forEachVerifier } from './support/verifiers.js';

const KEY = '7287ba251d44a4d3fd9276c88ce34c5c52a038955511cccaf77e61068649c17801';
const ADDRESS = privateKeyToAddress(KEY, 'testnet');

/** Lays out the signed bytes independently, so that the adapter's library is checked too. */
function signText(message: string, { prefix = 'Stacks Signed Message:\n', privateKey = KEY } = {}): string {
  const text = Buffer.from(message, 'utf8');
  const length =
    text.length < 0xfd ? Buffer.of(text.length) : Buffer.of(0xfd, text.length & 255, text.length >> 8);
  const bytes = Buffer.concat([Buffer.of(prefix.length), Buffer.from(prefix), length, text]);
  const messageHash = createHash('sha256').update(bytes).digest('hex');
  return signMessageHashRsv({ messageHash, privateKey });
}

const aText = (change: Partial<SignedText> = {}): SignedText => {
  const message = change.message ?? '{"action":"list_api_keys","timestamp":1}';
  return {
    network: 'devnet',
    message,
    signature: signText(message),
    publicKey: String(privateKeyToPublic(KEY)),
    ...change,
  };
};

forEachVerifier('textSigner', (verifier) => {
  const textSigner = async (text: SignedText) => verifier.textSigner(text);

  it.each([
    ['short', 'hello'],
    ['empty', ''],
    ['unicode', 'grüße 🚰 — ключ'],
    ['longer than a one-byte length', 'é'.repeat(5_000)],
  ])('recovers the signer of a text that is %s', async (_, message) => {
    expect(await textSigner(aText({ message }))).toBe(ADDRESS);
  });

  it('accepts an uncompressed key, either form of V and capital digits', async () => {
    const text = aText();
    expect(await textSigner({ ...text, publicKey: uncompressPublicKey(text.publicKey) })).toBe(ADDRESS);
    expect(await textSigner({ ...text, signature: text.signature.toUpperCase() })).toBe(ADDRESS);
    const v = Number(text.signature.slice(128));
    const signature = text.signature.slice(0, 128) + (27 + v).toString(16);
    expect(await textSigner({ ...text, signature })).toBe(ADDRESS);
  });

  it('returns the address on the requested network', async () => {
    expect(await textSigner(aText({ network: 'mainnet' }))).toBe(privateKeyToAddress(KEY, 'mainnet'));
  });

  it('returns no signer when the text, the key or the signature differs', async () => {
    const other = '3'.repeat(64) + '01';
    expect(await textSigner({ ...aText(), message: 'another' })).toBeUndefined();
    expect(await textSigner(aText({ publicKey: String(privateKeyToPublic(other)) }))).toBeUndefined();
    expect(await textSigner(aText({ signature: signText('hello', { privateKey: other }) }))).toBeUndefined();
  });

  it('returns no signer for a signature over the message prefix of old wallets', async () => {
    const message = 'hello';
    const signature = signText(message, { prefix: 'Stacks Message Signing:\n' });
    expect(await textSigner(aText({ message, signature }))).toBeUndefined();
  });

  it('returns no signer for the high-s form of a signature', async () => {
    const { signature, ...text } = aText();
    const s =
      0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n -
      BigInt(`0x${signature.slice(64, 128)}`);
    const high = signature.slice(0, 64) + s.toString(16).padStart(64, '0');
    expect(await textSigner({ ...text, signature: `${high}00` })).toBeUndefined();
    expect(await textSigner({ ...text, signature: `${high}01` })).toBeUndefined();
  });

  it.each(['', '02', `05${'1'.repeat(64)}`, `02${'f'.repeat(64)}`, `06${'1'.repeat(128)}`, 'zz'.repeat(33)])(
    'returns no signer for the public key %p',
    async (publicKey) => {
      expect(await textSigner(aText({ publicKey }))).toBeUndefined();
    },
  );

  it.each(['', '00', 'zz'.repeat(65), '0'.repeat(130)])(
    'returns no signer for the signature %p',
    async (signature) => {
      expect(await textSigner(aText({ signature }))).toBeUndefined();
    },
  );
});
