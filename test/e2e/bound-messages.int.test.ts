import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { signRequest, type WalletHeaders } from '../../src/adapters/stacks/signatures/wallet.js';
import { onlyOn } from '../support/databases.js';
import type { Exchange } from '../support/exchange.js';
import { openExchange } from '../support/exchange.js';
import { useTestBed } from '../support/test-bed.js';
import { ask } from '../support/test-chain.js';

const originOf = (exchange: Exchange) => new URL(exchange.sluice().swap).origin;
const CREATE_KEY = { action: 'create_api_key', keyName: 'bot', permissions: ['execute'] };

/** Shows a signed create_api_key to a server. */
function show(
  exchange: Exchange,
  { 'x-message': message, 'x-wallet-address': walletAddress, ...signature }: WalletHeaders,
) {
  return ask(`${exchange.sluice().swap}/api-keys`, {
    method: 'POST',
    headers: { ...signature, 'content-type': 'application/json' },
    body: JSON.stringify({ message, walletAddress }),
  });
}

// What differs between databases has no part in it.
describe.each(onlyOn('SQLite'))('signed messages on $name', ({ create }) => {
  const bed = useTestBed(create);

  it('make a key at the server they name, and none at any other', async () => {
    const database = await create();
    const other = await openExchange(bed.chain, database.url);
    try {
      const { privateKey } = bed.chain.devnet.accounts[0]!;
      const signed = signRequest(
        { ...CREATE_KEY, once: randomUUID(), timestamp: Date.now() },
        { privateKey, network: 'devnet', audience: originOf(bed.exchange) },
      );
      expect(await show(other, signed)).toMatchObject({ status: 401, body: { code: 'WRONG_AUDIENCE' } });
      // A caller writes what it likes into Host.
      const { host } = new URL(originOf(bed.exchange));
      const disguised = { ...signed, host, 'x-forwarded-host': host };
      expect(await show(other, disguised)).toMatchObject({ status: 401, body: { code: 'WRONG_AUDIENCE' } });
      expect(await show(bed.exchange, signed)).toMatchObject({ status: 200 });
    } finally {
      await other.close();
      await database.remove();
    }
  });

  it('must name a server and a network if the operator requires it, and may name its public address', async () => {
    await bed.exchange.end('SIGTERM');
    const strict = await bed.open({
      SLUICE_REQUIRE_AUDIENCE: 'true',
      SLUICE_PUBLIC_URL: 'https://swap.example.org/',
    });
    const { privateKey } = bed.chain.devnet.accounts[1]!;
    const signed = (names: object) =>
      signRequest(
        { ...CREATE_KEY, once: randomUUID(), timestamp: Date.now(), ...names },
        { privateKey, network: 'devnet', audience: 'https://swap.example.org' },
      );
    for (const field of ['audience', 'network'])
      expect(await show(strict, signed({ [field]: undefined }))).toMatchObject({
        status: 401,
        body: { code: 'WRONG_AUDIENCE', details: { field } },
      });
    expect(await show(strict, signed({}))).toMatchObject({ status: 200 });
  });
});
