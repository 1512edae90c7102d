import { describe, expect, it } from '@jest/globals';
import { STX } from '../../../src/domain/shared/contract-id.js';
import { sideTransfers, type SideTransfer } from '../../../src/domain/vault/side-transfers.js';
import type { AssetId, Vault } from '../../../src/domain/vault/vault.js';
import { aPool, token } from '../router/builders.js';

const wstx: AssetId = `${token('wrapped')}::wstx`;
const forwarding = aPool('p', 'a', 'b', { forwardsInputFee: true });
const { feePpm: _unknown, ...unread } = forwarding;
const wrapping = { ...aPool('p', 'a', 'b', { kind: 'arkadiko', stxWrapper: wstx }), tokenA: STX };
const LIMITS = { mostIn: 1_001n, leastOut: 20n, mostOut: 30n };

const fee = (name: string, amount: bigint): SideTransfer => ({
  sender: 'holder',
  moved: { kind: 'token', token: token(name) },
  bound: 'at-most',
  amount,
});
const wrapped = (
  sender: SideTransfer['sender'],
  bound: SideTransfer['bound'],
  amount: bigint,
): SideTransfer => ({ sender, moved: { kind: 'asset', asset: wstx }, bound, amount });

describe('sideTransfers', () => {
  it.each<[string, Vault, 'in' | 'out', readonly SideTransfer[]]>([
    ['none of a pool that keeps its fee', aPool('p', 'a', 'b'), 'in', []],
    ['the whole fee of the largest input, rounded up', forwarding, 'in', [fee('a', 4n)]],
    ['the fee in the token that goes in', forwarding, 'out', [fee('b', 4n)]],
    ['nothing of a fee that is unknown', unread, 'in', [fee('a', 0n)]],
    ['the wrapper that the router sends for STX', wrapping, 'in', [wrapped('router', 'at-most', 1_001n)]],
    [
      'the wrapper that the pool pays and the router burns for STX',
      wrapping,
      'out',
      [wrapped('holder', 'at-least', 20n), wrapped('router', 'at-most', 30n)],
    ],
    ['nothing for STX itself', { ...aPool('p', 'a', 'b'), tokenA: STX }, 'in', []],
    ['no wrapper where no STX moves', { ...wrapping, tokenA: token('a') }, 'in', []],
  ])('lists %s', (_, vault, way, transfers) => {
    const [tokenIn, tokenOut] = way === 'in' ? [vault.tokenA, vault.tokenB] : [vault.tokenB, vault.tokenA];
    expect(sideTransfers({ vault, tokenIn, tokenOut }, LIMITS)).toEqual(transfers);
  });
});
