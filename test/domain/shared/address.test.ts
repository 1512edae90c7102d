import { describe, expect, it } from '@jest/globals';
import { addressFromVersionHash, addressToString } from '@stacks/transactions';
import fc from 'fast-check';
import {
  addressParts,
  encodeAddress,
  parseAddress,
  type Address,
} from '../../../src/domain/shared/address.js';
import { NETWORK_FACTS, type Network } from '../../../src/domain/shared/network.js';
import { sha256 } from '../../support/sha256.js';
import { runs } from '../../support/properties.js';

const parse = (raw: unknown, network: Network) => parseAddress(raw, network, sha256);
const reasonOf = (raw: unknown, network: Network) => {
  const address = parse(raw, network);
  return address.ok ? undefined : address.error.reason;
};
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The key hash that SIP-005 encodes with every version. */
const SIP_005_HASH = 'a46ff88886c2ef9762d970b4d2c63678835bd39d';
const SIP_005 = [
  { address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', version: 22, network: 'mainnet' },
  { address: 'SM2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQVX8X0G', version: 20, network: 'mainnet' },
  { address: 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ', version: 26, network: 'testnet' },
  { address: 'SN2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKP6D2ZK9', version: 21, network: 'testnet' },
] as const;
const [MAINNET, , TESTNET] = SIP_005;

describe('parseAddress', () => {
  it.each(SIP_005)('reads $address of $network', ({ address, version, network }) => {
    expect(parse(address, network)).toEqual({ ok: true, value: address });
    const parts = addressParts(address as Address);
    expect({ ...parts, hash160: hex(parts.hash160) }).toEqual({ version, hash160: SIP_005_HASH });
    expect(encodeAddress(parts, sha256)).toBe(address);
  });

  it('accepts a testnet address on the devnet, which shares its versions', () => {
    expect(parse(TESTNET.address, 'devnet').ok).toBe(true);
  });

  it.each([
    ['shortest', 'SP000000000000000000002Q6VF78'],
    ['shortest', 'ST000000000000000000002AMW42H'],
    ['longest', 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS'],
  ])('reads the %s addresses', (_, address) => {
    expect(parse(address, address.startsWith('SP') ? 'mainnet' : 'testnet').ok).toBe(true);
  });

  it.each([
    ['a number', 5],
    ['null', null],
    ['a list', [MAINNET.address]],
  ])('refuses %s', (_, raw) => {
    expect(reasonOf(raw, 'mainnet')).toBe('must be a string');
  });

  it.each([
    ['empty', ''],
    ['in lower case', MAINNET.address.toLowerCase()],
    ['with a look-alike digit', MAINNET.address.replace('1', 'I')],
    ['with a space', `${MAINNET.address} `],
    ['with a line end', `${MAINNET.address}\n`],
    ['without its S', MAINNET.address.slice(1)],
    ['one character too long', `${MAINNET.address}0`],
    ['padded with a zero', MAINNET.address.replace('SP', 'SP0')],
    ['too short by one', 'SP00000000000000000002Q6VF7'],
    ['longer than any hash', `SP${'Z'.repeat(39)}`],
  ])('refuses an address that is %s', (_, raw) => {
    expect(reasonOf(raw, 'mainnet')).toBe('must be a Stacks address');
  });

  it('refuses a wrong checksum', () => {
    expect(reasonOf(`${MAINNET.address.slice(0, -1)}8`, 'mainnet')).toBe(
      'must be a Stacks address with a valid checksum',
    );
    expect(reasonOf(MAINNET.address.replace('SP', 'ST'), 'testnet')).toContain('checksum');
  });

  it('refuses the address of another network', () => {
    expect(reasonOf(MAINNET.address, 'testnet')).toBe('must be a testnet address');
    expect(reasonOf(MAINNET.address, 'devnet')).toBe('must be a devnet address');
    expect(reasonOf(TESTNET.address, 'mainnet')).toBe('must be a mainnet address');
  });

  it('refuses an unknown version byte', () => {
    const strange = encodeAddress({ version: 0, hash160: new Uint8Array(20).fill(7) }, sha256);
    expect(reasonOf(strange, 'mainnet')).toBe('must be a mainnet address');
  });
});

const versions = fc.constantFrom(...SIP_005.map(({ version, network }) => ({ version, network })));
/** Hashes with any number of leading zero bytes. */
const hashes = fc
  .tuple(fc.nat(20), fc.uint8Array({ minLength: 20, maxLength: 20 }))
  .map(([zeros, bytes]) => bytes.fill(0, 0, zeros));

describe('encodeAddress', () => {
  it('encodes every hash as the Stacks library does, and parseAddress reads it back', () => {
    fc.assert(
      fc.property(versions, hashes, ({ version, network }, hash160) => {
        const address = encodeAddress({ version, hash160 }, sha256);
        expect(address).toBe(addressToString(addressFromVersionHash(version, hex(hash160))));
        expect(parse(address, network)).toEqual({ ok: true, value: address });
        expect(addressParts(address)).toEqual({ version, hash160: Uint8Array.from(hash160) });
      }),
      { numRuns: runs(500) },
    );
  });

  it('throws for a hash that is not 20 bytes', () => {
    expect(() => encodeAddress({ version: 22, hash160: new Uint8Array(19) }, sha256)).toThrow('20 bytes');
  });
});

describe('parseAddress of a mistyped address', () => {
  it('refuses any address with one changed character', () => {
    const characters = fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ');
    fc.assert(
      fc.property(hashes, fc.nat(), characters, (hash160, where, character) => {
        const { singleSigVersion: version } = NETWORK_FACTS.mainnet;
        const address = encodeAddress({ version, hash160 }, sha256);
        const at = 1 + (where % (address.length - 1));
        fc.pre(address[at] !== character);
        expect(parse(address.slice(0, at) + character + address.slice(at + 1), 'mainnet').ok).toBe(false);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('addressParts', () => {
  it('throws for text that is not an address', () => {
    expect(() => addressParts(`SP${'Z'.repeat(40)}` as Address)).toThrow('not c32');
  });
});
