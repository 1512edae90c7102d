import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSluice, type SluiceProcess } from '../support/sluice-process.js';

const VERSION = /^Python 3\.(?:9|\d\d)\./;
const hasPython = VERSION.test(spawnSync('python3', ['--version'], { encoding: 'utf8' }).stdout ?? '');

/** Three orders of a demo wallet under one signature: one is cancelled and followed, and a bad one is refused. */
const PLAN = `
import sys
from sluice import Client, SluiceError, Wallet

server = sys.argv[1]
devnet = Client(server).request('GET', '/devnet')
bob = next(each for each in devnet['accounts'] if each['name'] == 'bob')
router = next(each['id'] for each in devnet['routers'] if each['payout'] == 'signer')
sold = next(each for each in devnet['tokens'] if each['symbol'] == 'STX' and each.get('type') == 'SUBNET')
bought = next(each for each in devnet['tokens'] if each['symbol'] == 'USDd' and each.get('type') != 'SUBNET')
client = Client(server, Wallet(bob['privateKey'], 'devnet'))
terms = {'inputToken': sold['contractId'], 'outputToken': bought['contractId'], 'amountIn': '1000000', 'minAmountOut': '0'}
placed = client.place_all([terms, terms, terms], router, sold['blaze'])
print(len(placed), 'placed')
uuid = placed[0]['uuid']
print(client.order(uuid)['status'])
print(len(client.execute(placed[1]['uuid'])['txid']))
print(client.cancel(uuid)['status'])
print([event['order']['status'] for event in client.follow(uuid)][-1])
try:
    client.place({**terms, 'amountIn': '0'}, router, sold['blaze'])
except SluiceError as refused:
    print(refused.status, refused.code)
`;

/** One order of each kind by symbol, and what is refused before anything is sent. */
const BY_SYMBOL = `
import sys
from sluice import Client, Wallet

server = sys.argv[1]
devnet = Client(server).request('GET', '/devnet')
carol = next(each for each in devnet['accounts'] if each['name'] == 'carol')
client = Client(server, Wallet(carol['privateKey'], 'devnet'))

def show(name, placed):
    orders = placed if isinstance(placed, list) else [placed]
    terms = ('minAmountOut', 'slippage', 'targetPrice', 'trail', 'after')
    print(name, len(orders), [[term for term in terms if term in order] for order in orders][-1])

def refused(work):
    try:
        work()
    except (LookupError, ValueError) as error:
        print(type(error).__name__)

show('market', client.market('STX', 'USDd', '1'))
show('limit', client.limit('USDd', 'sBTC', '10', price='105000 USDd'))
show('stop', client.stop('STX', 'USDd', '1', price='1'))
show('trail', client.trail('STX', 'USDd', '1', '5%'))
show('twap', client.twap('USDd', 'sBTC', '10', parts=3, span_seconds=180))
show('bracket', client.bracket('USDd', 'STX', '5', price='2.1 USDd', target='3', stop='1'))
refused(lambda: client.limit('USDd', 'sBTC', '10', price='0.1 sBTC'))
refused(lambda: client.limit('USDd', 'sBTC', '10', price='0.1'))
refused(lambda: client.market('NONE', 'sBTC', '10'))
refused(lambda: client.market('STX', 'USDd', '0.0000001'))
`;

/** Calls that a user gets wrong, and what each of them raises. */
const REFUSED = `
import sys
from sluice import Client, Wallet, verify_webhook

server = sys.argv[1]
devnet = Client(server).request('GET', '/devnet')
dave = next(each for each in devnet['accounts'] if each['name'] == 'dave')
client = Client(server, Wallet(dave['privateKey'], 'devnet'))
signed = {'webhook-id': '1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,ä'}

def show(work):
    try:
        print(work())
    except ValueError as error:
        print(getattr(error, 'field', type(error).__name__), '|', error)

show(lambda: client.stop('STX', 'USDd', '1', price='3'))
show(lambda: client.target('STX', 'USDd', '1', price='1'))
show(lambda: client.bracket('USDd', 'STX', '5', price='2.1 USDd', target='1', stop='3'))
show(lambda: client.bracket('USDd', 'STX', '5', price='2.1 USDd', target='1.8', stop='1'))
show(lambda: client.market('STX', 'USDd', '1', atLeast='1000'))
show(lambda: client.market('STX', 'USDd', '1', dry_run=True))
show(lambda: client.market('STX', 'USDd', '1', at_least='1000')['minAmountOut'])
show(lambda: client.limit('USDd', 'sBTC', '10', price=95000))
show(lambda: client.limit('USDd', 'sBTC', '10', price='0 USDd'))
show(lambda: client.market('STX', 'USDd', None))
show(lambda: client.market('STX', 'USDd', '1', slippage='1 percent'))
show(lambda: client.trail('STX', 'USDd', '1', '0.05'))
show(lambda: client.quote('USDd', 'USDd', '1'))
show(lambda: Client(server).market('STX', 'USDd', '1'))
show(lambda: Wallet('', 'devnet'))
show(lambda: Wallet(dave['privateKey'], 'moon'))
show(lambda: verify_webhook({}, b'', 'whsec_AAAA'))
show(lambda: verify_webhook(signed, b'', 'whsec_AAAA'))
show(lambda: client.stop('STX', 'USDd', '1', price='3', far_from_market=True)['status'])
show(lambda: client.quote('STX', 'USDd', '10')['amountOutExact'] == client.quote('.stx', 'USDd', 10)['amountOutExact'] > '1')
`;

/** A stop and a limit that get other terms, and a webhook. */
const AMENDED = `
import sys
from sluice import Client, Wallet

server = sys.argv[1]
devnet = Client(server).request('GET', '/devnet')
dave = next(each for each in devnet['accounts'] if each['name'] == 'dave')
client = Client(server, Wallet(dave['privateKey'], 'devnet'))
stop = client.stop('STX', 'USDd', '1', price='1', slippage='0.02')

def show(order):
    print(order['revision'], order['targetPrice'], order.get('slippage'), order['amountIn'], order['status'])

show(client.amend(stop['uuid'], price='1.2', maxPriceImpact='15%'))
show(client.amend(stop['uuid'], at_least='0.9', slippage=None))
limit = client.limit('USDd', 'sBTC', '10', price='80000 USDd')
for uuid, changes in (
    (limit['uuid'], {'targetPrice': '5'}),
    (limit['uuid'], {'amountIn': '5'}),
    (limit['uuid'], {'price': '0.5'}),
    (limit['uuid'], {'at_least': '0.00000054'}),
    (stop['uuid'], {'price': '3'}),
    (stop['uuid'], {'distance': '5'}),
):
    try:
        client.amend(uuid, **changes)
    except ValueError as error:
        print(error.field)
print(client.amend(limit['uuid'], price='85000 USDd')['minAmountOut'] < limit['minAmountOut'])
everything = client.market('STX', 'USDd', 'all', maxPriceImpact='0')
print(everything['amountIn'] != '0', client.balance(everything['inputToken']) > '1')
ended = client.cancel_all(inputToken=everything['inputToken'])['cancelled']
print({stop['uuid'], everything['uuid']} <= set(ended))
print(client.create_webhook('http://localhost:4999/hook', eventTypes=['order.failed'])['secret'][:6])
print(len(client.manage('GET', '/webhooks', action='list_webhooks')['webhooks']))
`;

/** Statuses that a follower of an order sees, and the seconds that it waits in between. */
const FOLLOWED = `
import sys
import sluice

waits = []
sluice.time.sleep = waits.append
client = sluice.Client(sys.argv[1], sluice.Wallet('01' * 32, 'devnet'))
try:
    for event in client.follow('mine', after=17):
        print(event['order']['status'])
except sluice.SluiceError as refused:
    print(refused.status)
print([7 == waits[0], 1 <= waits[1] <= 2, 300 == waits[2], 4 <= waits[3] <= 8, len(waits)])
`;

const event = (id: string, name: string, status: string) =>
  `id: ${id}\nevent: ${name}\ndata: {"order":{"status":"${status}"}}\n\n`;

/** A server that starts, loses a connection, is busy and fails, and then ends the order or refuses to show it. */
async function troubledServer(last: readonly [status: number, body: string]) {
  const seen: unknown[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers['last-event-id']);
    const [status, body, retryAfter] = [
      [503, '{"code":"starting"}', '7'] as const,
      [200, event('18-1', 'order', 'open')] as const,
      [429, '{"code":"too-many"}', '99999'] as const,
      [500, 'a gateway'] as const,
      last,
    ][seen.length - 1]!;
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    response.write(body);
    if (status === 200 && body.includes('open')) response.socket!.end();
    else response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () => server.close(),
  };
}

/** Runs Python beside the examples, and returns the lines that it prints and its exit code. */
async function python(...args: readonly string[]) {
  const child = spawn('python3', args, {
    stdio: 'pipe',
    env: { ...process.env, PYTHONPATH: 'docs/examples' },
  });
  const [out, errors] = [[] as Buffer[], [] as Buffer[]];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const lines = Buffer.concat(out).toString().trim().split('\n');
  return { code, lines, errors: Buffer.concat(errors).toString() };
}

(hasPython ? describe : describe.skip)('the client in Python', () => {
  let folder: string;
  let sluice: SluiceProcess;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-python-'));
    const settings = { SLUICE_BLOCK_MS: '200', SLUICE_EXECUTOR_MS: '100' };
    sluice = await startSluice(
      { DATABASE_URL: `sqlite:${join(folder, 'sluice.db')}`, ...settings },
      [],
      folder,
    );
  });
  afterAll(async () => {
    await sluice.end('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  it('signs what docs/reference/vectors.json says', async () => {
    expect(await python('docs/examples/check_vectors.py', 'docs/reference/vectors.json')).toEqual({
      code: 0,
      lines: [expect.stringMatching(/^\d+ vectors agree$/)],
      errors: '',
    });
  });

  it('places an order by symbol, and follows it until it is confirmed', async () => {
    const { code, lines, errors } = await python('docs/examples/sluice.py', sluice.url);
    expect(errors).toBe('');
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^10 STX are worth \d+\.\d+ dollars$/);
    expect(lines.at(-2)).toBe('confirmed confirmed');
    expect(lines.at(-1)).toMatch(/^received \d+\.\d+ dollars$/);
  });

  it('places a plan under one signature of its terms, reads, executes and cancels its orders, and shows what is refused', async () => {
    const { code, lines, errors } = await python('-c', PLAN, sluice.url);
    expect(errors).toBe('');
    expect(code).toBe(0);
    expect(lines).toEqual(['3 placed', 'open', '64', 'cancelled', 'cancelled', '400 invalid-order']);
  });

  it('places each kind of order by symbol, and refuses what is ambiguous or far from the market', async () => {
    const { code, lines, errors } = await python('-c', BY_SYMBOL, sluice.url);
    expect(errors).toBe('');
    expect(code).toBe(0);
    expect(lines.slice(0, 10)).toEqual([
      "market 1 ['slippage', 'targetPrice']",
      "limit 1 ['minAmountOut', 'targetPrice']",
      "stop 1 ['slippage', 'targetPrice']",
      "trail 1 ['slippage', 'trail']",
      "twap 3 ['slippage', 'targetPrice']",
      "bracket 3 ['slippage', 'targetPrice', 'after']",
      ...['TermsError', 'TermsError', 'LookupError', 'TermsError'],
    ]);
  });

  it('says in one sentence which term is at fault, before anything is signed', async () => {
    const { lines, errors } = await python('-c', REFUSED, sluice.url);
    expect(errors).toBe('');
    expect(lines).toEqual([
      expect.stringMatching(/^price \| price: a stop must be below the market, which is [\d.]+ USD$/),
      expect.stringMatching(/^price \| price: a target must be above the market, which is [\d.]+ USD$/),
      'stop | stop: the stop at 3 must be below the target at 1',
      expect.stringMatching(
        /^target \| target: a target must be above the price at the entry, which is [\d.]+ USD$/,
      ),
      'atLeast | atLeast: no order has it',
      'dry_run | dry_run: no order has it',
      '1000000000',
      expect.stringMatching(
        /^price \| price: decimal text with the token that counts it: "… USDd" for each sBTC/,
      ),
      expect.stringMatching(/^price \| price: a number above 0/),
      expect.stringMatching(/^amount \| amount: a number above 0/),
      expect.stringMatching(/^slippage \| slippage: a fraction such as "0.01", or percent such as "1%"/),
      expect.stringMatching(/^distance \| distance: percent such as "5%", not '0.05'$/),
      expect.stringMatching(/^amount \| amount: there is no quote for 1 USDd in USDd: same-token$/),
      expect.stringMatching(/^ValueError \| this call needs a wallet/),
      expect.stringMatching(/^ValueError \| a private key is 64 hex characters/),
      expect.stringMatching(/^ValueError \| the network is one of mainnet, testnet, devnet$/),
      expect.stringMatching(/^ValueError \| the message lacks webhook-id/),
      'ValueError | the message is not from the server, or is old',
      'open',
      'True',
    ]);
  });

  it('amends what the owner may change of an order, and creates a webhook', async () => {
    const { lines, errors } = await python('-c', AMENDED, sluice.url);
    expect(errors).toBe('');
    expect(lines).toEqual([
      '1 1.2 0.02 1000000 open',
      '2 1.2 None 1000000 open',
      ...['price', 'amountIn', 'price', 'price', 'price', 'distance'],
      ...['True', 'True True', 'True', 'whsec_', '1'],
    ]);
  });

  it.each([
    ['ends', [200, event('19-2', 'order', 'confirmed')], ['open', 'confirmed']],
    ['is refused', [404, '{"code":"order-not-found"}'], ['open', '404']],
  ] as const)('follows an order until it %s, over refusals that pass', async (_, last, shown) => {
    const server = await troubledServer(last);
    try {
      const { lines, errors } = await python('-c', FOLLOWED, server.url);
      expect(errors).toBe('');
      expect(lines).toEqual([...shown, '[True, True, True, True, 4]']);
      expect(server.seen).toEqual(['17', '17', '18-1', '18-1', '18-1']);
    } finally {
      server.close();
    }
  });
});
