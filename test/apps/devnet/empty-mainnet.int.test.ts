/**
 * A process has one VM.
 * @own-modules
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Cl, cvToString } from '@stacks/transactions';
import { Vm } from '../../../src/apps/devnet/vm/vm.js';

const DEPLOYER = 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS';
const COUNTER = `${DEPLOYER}.counter`;
const SOURCE = `
(define-data-var count uint u0)
(define-public (increment) (begin (var-set count (+ (var-get count) u1)) (ok (var-get count))))
(define-read-only (get-count) (var-get count))
(define-read-only (where) { mainnet: is-in-mainnet, chain: chain-id })`;

let vm: Vm;

const read = (name: string, contract = COUNTER) => vm.read(contract, name, [], DEPLOYER);
const increment = () => vm.call(COUNTER, 'increment', [], DEPLOYER);

describe('a VM of mainnet without an upstream', () => {
  beforeAll(async () => {
    vm = await Vm.start({ network: 'mainnet' });
    vm.deploy('counter', SOURCE, DEPLOYER);
  });

  it('tells contracts that they are on mainnet', () => {
    const where = read('where');
    expect(where.ok && cvToString(where.value)).toBe('(tuple (chain u1) (mainnet true))');
  });

  it('reads the state at the end of an earlier block', () => {
    const before = vm.height();
    increment();
    increment();
    const counts = [0, 1, 2].map((blocks) => vm.readAt(before + blocks, COUNTER, 'get-count', [], DEPLOYER));
    expect(counts).toEqual([0n, 1n, 2n].map((count) => ({ ok: true, value: Cl.uint(count) })));
  });

  it('restores a checkpoint and goes another way from there', () => {
    const before = vm.checkpoint();
    const [height, count] = [vm.height(), read('get-count')];
    increment();
    vm.restore(before);
    expect([vm.height(), read('get-count')]).toEqual([height, count]);
    const again = increment();
    expect(again.kind).toBe('ok');
    vm.restore(before);
  });

  it('knows no contract but those that are deployed in it', () => {
    expect(vm.interfaceOf(COUNTER)?.functions).toHaveLength(3);
    expect(vm.interfaceOf(`${DEPLOYER}.charisma-token`)).toBeUndefined();
    const nothing = read('get-count', `${DEPLOYER}.charisma-token`);
    expect(nothing).toEqual({ ok: false, error: expect.stringContaining('does not exist') });
  });

  it('moves STX between addresses of mainnet', () => {
    vm.mintStx(DEPLOYER, 1_000n);
    expect(vm.transferStx(5n, DEPLOYER, 'SP000000000000000000002Q6VF78').kind).toBe('ok');
    expect(vm.transferStx(996n, DEPLOYER, 'SP000000000000000000002Q6VF78').kind).not.toBe('ok');
  });
});
