import { describe, expect, it } from '@jest/globals';
import { Cl, cvToHex, type ClarityValue } from '@stacks/transactions';
import fc from 'fast-check';
import {
  ascii,
  bytesOf,
  NONE,
  principal,
  SOME,
  tuple,
  uint,
} from '../../../src/adapters/stacks/node/consensus-bytes.js';
import { sha256 } from '../../../src/adapters/stacks/signatures/hashing.js';
import { encodeAddress } from '../../../src/domain/shared/address.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';

const hexOf = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`;
const same = (bytes: Uint8Array, value: ClarityValue) => expect(hexOf(bytes)).toBe(cvToHex(value));

const addresses = fc
  .tuple(fc.constantFrom(22, 26, 20, 21), fc.uint8Array({ minLength: 20, maxLength: 20 }))
  .map(([version, hash160]) => encodeAddress({ version, hash160 }, sha256));
const names = fc.stringMatching(/^[a-z][a-z0-9-]{0,39}$/);
const texts = fc.stringMatching(/^[ -~]{0,80}$/);

describe('consensus bytes', () => {
  it('encode numbers, texts and buffers as @stacks/transactions does', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
        texts,
        fc.uint8Array({ maxLength: 80 }),
        (n, text, bytes) => {
          same(uint(n), Cl.uint(n));
          same(ascii(text), Cl.stringAscii(text));
          same(bytesOf(bytes), Cl.buffer(bytes));
          same(Buffer.concat([SOME, uint(n)]), Cl.some(Cl.uint(n)));
        },
      ),
    );
    same(NONE, Cl.none());
  });

  it('encode addresses, contracts and tuples as @stacks/transactions does', () => {
    fc.assert(
      fc.property(addresses, names, (address, name) => {
        const contract = `${address}.${name}` as ContractId;
        same(principal(address), Cl.principal(address));
        same(principal(contract), Cl.principal(contract));
        same(
          tuple({ to: principal(address), token: principal(contract) }),
          Cl.tuple({ token: Cl.principal(contract), to: Cl.principal(address) }),
        );
      }),
    );
  });
});
