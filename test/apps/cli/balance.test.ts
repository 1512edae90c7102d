import { Cl, cvToHex } from '@stacks/transactions';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { balanceOf } from '../../../src/apps/cli/service/balance.js';
import { ScriptedHost } from '../../adapters/stacks/support/scripted-host.js';
import { WELSH_SUBNET } from '../../adapters/express/exchange.js';
import { A_WALLET } from '../../support/signing.js';

const [address, name] = WELSH_SUBNET.split('.');
const READ = `/v2/contracts/call-read/${address}/${name}/get-balance`;

describe('what a wallet holds', () => {
  let host: ScriptedHost;
  const balance = () => balanceOf(A_WALLET.address, WELSH_SUBNET, []);

  beforeEach(async () => {
    host = await ScriptedHost.start();
    process.env['STACKS_API_URL'] = `${host.url}, http://127.0.0.1:1`;
  });
  afterEach(async () => {
    delete process.env['STACKS_API_URL'];
    await host.stop();
  });

  it('is read from the node that the environment names', async () => {
    host.script(READ, { body: { okay: true, result: cvToHex(Cl.ok(Cl.uint(1_500_000))) } });
    expect(await balance()).toBe(1_500_000n);
  });

  it('is what a devnet says of its own wallet', async () => {
    const alice = { name: 'alice', ...A_WALLET, balances: { [WELSH_SUBNET]: '7' } };
    expect(await balanceOf(A_WALLET.address, WELSH_SUBNET, [alice])).toBe(7n);
    expect(host.seen).toEqual([]);
  });

  it('is unknown if the node does not say it, or none is named', async () => {
    host.script(READ, { status: 500, body: {} });
    expect(await balance()).toBeUndefined();
    delete process.env['STACKS_API_URL'];
    expect(await balance()).toBeUndefined();
  });
});
