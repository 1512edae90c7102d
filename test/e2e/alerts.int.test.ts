import { randomUUID } from 'node:crypto';
import { setInterval } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { signRequest } from '../../src/adapters/stacks/signatures/wallet.js';
import { startReceiver, type Received, type Receiver } from '../adapters/webhooks/receiver.js';
import { onlyOn } from '../support/databases.js';
import { useTestBed } from '../support/test-bed.js';
import { ask } from '../support/test-chain.js';

/** Two looks at alerts, and the claims of a killed server, which end after 20 seconds. */
const DEADLINE_MS = 90_000;
const ALERTS = 3;

let receiver: Receiver | undefined;
afterEach(() => receiver?.close());

interface Message {
  readonly type: string;
  readonly data: { readonly alert: { readonly id: string; readonly state: string; readonly value: string } };
}
async function until(isReached: () => boolean): Promise<void> {
  const from = performance.now();
  for await (const _tick of setInterval(50)) {
    if (isReached()) return;
    if (performance.now() - from > DEADLINE_MS) throw new Error('not reached in time');
  }
}

const messageOf = ({ body }: Received) => JSON.parse(body) as Message;

describe.each(onlyOn('SQLite'))('alerts of a server on $name', ({ create }) => {
  const bed = useTestBed(create);

  it(
    'each reach their owner’s webhook, also if the server is killed when the first message arrives',
    async () => {
      let killed: Promise<void> | undefined;
      receiver = await startReceiver((_one, res) => {
        if (killed === undefined) killed = bed.exchange.end('SIGKILL');
        else res.writeHead(204).end();
      });
      const { exchange } = bed;
      const { privateKey } = bed.chain.devnet.accounts[0]!;
      const post = async <T>(path: string, fields: object): Promise<T> => {
        const { swap } = exchange.sluice();
        const signer = { privateKey, network: 'devnet', audience: new URL(swap).origin } as const;
        const proof = signRequest({ ...fields, timestamp: Date.now(), once: randomUUID() }, signer);
        const { 'x-message': message, 'x-wallet-address': walletAddress, ...signature } = proof;
        const headers = { ...signature, 'content-type': 'application/json' };
        const body = JSON.stringify({ message, walletAddress });
        const response = await ask<T>(`${swap}${path}`, { method: 'POST', headers, body });
        expect(response.status).toBe(200);
        return response.body;
      };
      await post('/webhooks', { action: 'create_webhook', url: receiver.url, eventTypes: ['alert.fired'] });
      const above = { kind: 'balance', token: '.stx', direction: 'above', amount: '1' };
      const ids: string[] = [];
      for (let n = 0; n < ALERTS; n++) {
        const terms = { action: 'create_alert', ...above, note: `alert ${n}` };
        ids.push((await post<{ alert: { id: string } }>('/alerts', terms)).alert.id);
      }
      const arrived = () => new Map(receiver!.received.map((one) => [messageOf(one).data.alert.id, one]));
      await until(() => killed !== undefined);
      await killed;
      await exchange.start();
      await until(() => arrived().size === ALERTS);
      expect([...arrived().keys()].toSorted()).toEqual(ids.toSorted());
      const messages = receiver.received.map(messageOf);
      expect(messages.every(({ type, data }) => type === 'alert.fired' && data.alert.state === 'fired')).toBe(
        true,
      );
      // Messages about one alert have one id, so none fired twice.
      const names = receiver.received.map(
        (one) => `${messageOf(one).data.alert.id} ${String(one.headers['webhook-id'])}`,
      );
      expect(new Set(names).size).toBe(ALERTS);
    },
    2 * DEADLINE_MS,
  );
});
