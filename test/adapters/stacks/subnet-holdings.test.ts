import { describe, expect, it } from '@jest/globals';
import { Cl, cvToHex, cvToString, hexToCV } from '@stacks/transactions';
import {
  createSubnetHoldings,
  type SubnetHoldingsOptions,
} from '../../../src/adapters/stacks/balances/subnet-holdings.js';
import { STX } from '../../../src/domain/shared/contract-id.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import type { Vault } from '../../../src/domain/vault/vault.js';
import { T0 } from '../../support/builders.js';
import { id } from './support/swap-plans.js';

const aSublink = (name: string, more: Partial<Vault> = {}): Vault => ({
  contractId: id(name),
  kind: 'sublink',
  protocol: 'TEST',
  tokenA: id('cha'),
  tokenB: id('cha-subnet'),
  feePpm: 0,
  name,
  symbol: name,
  ...more,
});

const DOWN = err({ kind: 'chain-unreachable' as const, reason: 'down' });

/** A node that knows what these principals hold of the token `cha`, and of STX. */
const holdingsOf = (cha: Record<string, bigint>, stx: Record<string, bigint> = {}) => {
  const node: SubnetHoldingsOptions['node'] = {
    callRead: async (contract, functionName, [principal]) => {
      expect([contract, functionName]).toEqual([id('cha'), 'get-balance']);
      const held = cha[cvToString(hexToCV(principal!))];
      return held === undefined ? DOWN : ok(cvToHex(Cl.ok(Cl.uint(held))));
    },
    stxBalance: async (principal) => (principal in stx ? ok(stx[principal]!) : DOWN),
  };
  return createSubnetHoldings({ node, clock: { now: () => T0 } });
};

describe('subnet holdings', () => {
  it('are the balances of the subnet contract in the base token, or of the contract that holds its funds', async () => {
    const vaults = [aSublink('a'), aSublink('b', { externalPoolId: id('treasury') })];
    const held = await holdingsOf({ [id('cha-subnet')]: 7n, [id('treasury')]: 9n }).read(vaults);
    expect(held).toEqual(
      new Map([
        [id('a'), { units: 7n, readAt: T0 }],
        [id('b'), { units: 9n, readAt: T0 }],
      ]),
    );
  });

  it('are STX balances if the subnet holds STX', async () => {
    const vault = aSublink('s', { tokenA: STX, tokenB: id('stx-subnet') });
    const held = await holdingsOf({}, { [id('stx-subnet')]: 11n }).read([vault]);
    expect(held.get(id('s'))).toEqual({ units: 11n, readAt: T0 });
  });

  it('are absent if there is no response', async () => {
    const stx = aSublink('s', { tokenA: STX, tokenB: id('stx-subnet') });
    expect(await holdingsOf({}).read([aSublink('a'), stx])).toEqual(new Map());
  });
});
