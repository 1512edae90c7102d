import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
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
show('trail', client.trail('STX', 'USDd', '1', '5'))
show('twap', client.twap('USDd', 'sBTC', '10', parts=3, span_seconds=180))
show('bracket', client.bracket('USDd', 'STX', '5', price='2.1 USDd', target='3', stop='1'))
refused(lambda: client.limit('USDd', 'sBTC', '10', price='0.1 sBTC'))
refused(lambda: client.limit('USDd', 'sBTC', '10', price='0.1'))
refused(lambda: client.market('NONE', 'sBTC', '10'))
refused(lambda: client.market('STX', 'USDd', '0.0000001'))
`;

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
      ...['ValueError', 'ValueError', 'LookupError', 'ValueError'],
    ]);
  });
});
