import { BlockList, isIP } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isInIpBlock, parseIpBlock } from '../../../src/domain/shared/ip-address.js';

/** What Node's own list of blocks says. */
function isInBlockOfNode(block: string, prefix: number, address: string): boolean {
  const list = new BlockList();
  list.addSubnet(block, prefix, isIP(block) === 4 ? 'ipv4' : 'ipv6');
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

/** Addresses that share their first bits more often than chance would have it. */
const v4 = fc
  .tuple(...Array.from({ length: 4 }, () => fc.constantFrom(0, 1, 127, 128, 255)))
  .map((all) => all.join('.'));
const v6 = fc.oneof(
  fc.ipV6().filter((address) => !/^[0:]*ffff:/i.test(address)),
  fc
    .tuple(fc.constantFrom('2001:db8', '2001:db9', 'fe80'), fc.constantFrom('1', '8000', 'ffff'))
    .map(([a, b]) => `${a}::${b}`),
);

describe('isInIpBlock', () => {
  it('agrees with Node for blocks and addresses of version 4', () => {
    fc.assert(
      fc.property(v4, v4, fc.nat(32), (block, address, prefix) => {
        expect(isInIpBlock(`${block}/${prefix}`, address)).toBe(isInBlockOfNode(block, prefix, address));
      }),
    );
  });

  it('agrees with Node for blocks and addresses of version 6', () => {
    fc.assert(
      fc.property(v6, v6, fc.nat(128), (block, address, prefix) => {
        expect(isInIpBlock(`${block}/${prefix}`, address)).toBe(isInBlockOfNode(block, prefix, address));
      }),
    );
  });

  it.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['203.0.113.0/24', '::ffff:203.0.113.9', true],
    ['::ffff:203.0.113.0/24', '203.0.113.9', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '203.0.113.9', false],
    ['2001:DB8::/32', '2001:db8:1::2', true],
    ['0.0.0.0/0', 'localhost', false],
    ['0.0.0.0/0', '', false],
  ])('says whether %s contains %j: %j', (block, address, expected) => {
    expect(isInIpBlock(block, address)).toBe(expected);
  });
});

describe('parseIpBlock', () => {
  it('accepts exactly the addresses that Node does', () => {
    const text = fc.oneof(fc.ipV4(), fc.ipV6(), fc.stringMatching(/^[0-9a-f:.]{0,20}$/));
    fc.assert(fc.property(text, (raw) => expect(parseIpBlock(raw).ok).toBe(isIP(raw) !== 0)));
  });

  it.each([
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '/8',
    '10.0.0/8',
    '1.2.3.04',
    'a:b',
    '::1::',
    5,
    null,
  ])('refuses %j', (raw) => {
    expect(parseIpBlock(raw).ok).toBe(false);
  });
});
