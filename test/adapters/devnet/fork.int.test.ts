import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applyGenesis, contractId } from '../../../src/adapters/devnet/genesis.js';
import { Vm } from '../../../src/adapters/devnet/vm.js';
import { startForkPeer, type ForkPeer } from '../../support/fork-peer.js';
import { startDevnetProcess, type DevnetProcess } from '../../support/fork-process.js';
import { recordNetwork } from '../../support/recorded-network.js';
import { ask } from '../../support/test-chain.js';

const DEPLOYER = contractId('x').split('.')[0]!;
let peer: ForkPeer;
let fork: DevnetProcess;

describe('a fork', () => {
  beforeAll(async () => {
    const vm = await Vm.start({ network: 'devnet' });
    applyGenesis(vm);
    const network = recordNetwork(vm, DEPLOYER);
    peer = await startForkPeer(network, { chainId: 0x80000000, height: 5_000_000 });
    fork = await startDevnetProcess([`--fork=${peer.url}`], { CI: '1' });
    console.log(fork.output.join('\n'));
  });
  afterAll(async () => {
    await fork?.end();
    await peer?.close();
  });
  it('reads', async () => {
    const read = await ask(`${fork.stacksApiUrl}/v2/contracts/call-read/${DEPLOYER}/sbtc/get-balance`, {
      method: 'POST', body: JSON.stringify({ sender: DEPLOYER, arguments: ['0x051a709cd2c542a3dbe941e511d43ac390ba0bcf1515'] }),
    });
    console.log(JSON.stringify(read.body), peer.calls.join('\n'), fork.output.join('\n'));
    expect(read.status).toBe(200);
  });
});
