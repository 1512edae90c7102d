import { describe, expect, it } from '@jest/globals';
import {
  contractParts,
  parseContractId,
  STX,
  type ContractId,
} from '../../../src/domain/shared/contract-id.js';
import { sha256 } from '../../support/sha256.js';

const DEPLOYER = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const parse = (raw: unknown) => parseContractId(raw, 'mainnet', sha256);

describe('parseContractId', () => {
  it.each(['.stx', `${DEPLOYER}.a`, `${DEPLOYER}.Token_v-2`, `${DEPLOYER}.${'x'.repeat(128)}`])(
    'reads %s',
    (id) => {
      expect(parse(id)).toEqual({ ok: true, value: id });
    },
  );

  it.each([
    ['a number', 1, 'must be a string'],
    ['an address alone', DEPLOYER, 'must be a contract id (<address>.<contract-name>)'],
    ['STX in upper case', '.STX', 'its address must be a Stacks address'],
    ['no address', '.token', 'its address must be a Stacks address'],
    ['an address in lower case', `${DEPLOYER.toLowerCase()}.token`, 'its address must be a Stacks address'],
    ['an address with a wrong checksum', `${DEPLOYER.slice(0, -1)}8.token`, 'valid checksum'],
    [
      'an address of another network',
      'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ.token',
      'must be a mainnet address',
    ],
    ['no name', `${DEPLOYER}.`, 'its name starts with a letter'],
    ['a name with a digit in front', `${DEPLOYER}.1token`, 'its name starts with a letter'],
    ['a name with a dot', `${DEPLOYER}.token.v2`, 'its name starts with a letter'],
    ['a name with an asset', `${DEPLOYER}.token::asset`, 'its name starts with a letter'],
    ['a name with a line end', `${DEPLOYER}.token\n`, 'its name starts with a letter'],
    ['a name of 129 characters', `${DEPLOYER}.${'x'.repeat(129)}`, '128 at most'],
  ])('refuses %s', (_, raw, reason) => {
    expect(parse(raw)).toEqual({
      ok: false,
      error: { kind: 'invalid-contract-id', reason: expect.stringContaining(reason) },
    });
  });
});

describe('contractParts', () => {
  it('splits a contract id at its dot', () => {
    expect(contractParts(`${DEPLOYER}.token` as ContractId)).toEqual({ address: DEPLOYER, name: 'token' });
  });

  it('throws for STX, which is not a contract', () => {
    expect(() => contractParts(STX)).toThrow('.stx is not a contract');
  });
});
