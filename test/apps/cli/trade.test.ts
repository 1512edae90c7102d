import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { metadataArea, pricesArea, swapArea, vaultsArea } from '../../../src/adapters/express/index.js';
import { createCore } from '../../../src/application/core.js';
import { sparkline } from '../../../src/apps/cli/prices/sparkline.js';
import { anExchange, CHA, REGISTRY, WELSH_SUBNET } from '../../adapters/express/exchange.js';
import { appOver } from '../../adapters/express/fake-core.js';
import { A_WALLET } from '../../support/signing.js';
import { runHere, type OwnResult } from '../../support/own-process.js';

const KEY = A_WALLET.privateKey;
const HALF_OF_KEY = KEY.slice(0, 32);
/** Holds one token of what orders here sell. */
const ALICE = { name: 'alice', ...A_WALLET, balances: { [WELSH_SUBNET]: '1000000' } };

const unsent = async (): Promise<never> => {
  throw new Error('this test sends nothing');
};

let server: Server;
let url: string;
let folder: string;

beforeAll(async () => {
  server = createServer((request, response) => void app(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { ports, clock } = anExchange();
  const settings = { origins: () => [url], requireSignedTerms: true, requireAudience: true };
  const webhookSender = { isPublic: () => true, send: unsent };
  const core = createCore({ ...ports, webhookSender }, settings);
  const devnet = async () => ({ ...REGISTRY, accounts: [ALICE] });
  const areas = [
    swapArea(core, { clock }),
    vaultsArea(core, { clock }),
    pricesArea(core, { clock }),
    metadataArea(core, { clock, origins: [] }),
  ];
  const app = appOver(core, { clock, devnet, areas });
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-trade-'));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const run = async (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<OwnResult> => {
  const result = await runHere(args, { SLUICE_URL: url, ...env });
  expect(result.stdout + result.stderr).not.toContain(HALF_OF_KEY);
  return result;
};
const asAlice = (...args: readonly string[]) => run([...args, '--wallet', 'alice']);

const SALE = ['orders', 'place', '--sell', '1.5', '--of', 'welsh-subnet', '--for', 'charisma-token'];

interface Orders {
  readonly orders: readonly Readonly<Record<string, string>>[];
}
const ordersIn = ({ stdout }: OwnResult) => (JSON.parse(stdout) as Orders).orders;

describe('sluice orders place', () => {
  it('shows what is signed, and places exactly that', async () => {
    const result = await asAlice(...SALE, '--at-least', '1.4', '--until', '2d', '--yes', '--json');
    expect([result.code, result.stderr]).toEqual([0, expect.stringContaining('1.5 welsh-subnet')]);
    const [order] = ordersIn(result);
    expect(order).toMatchObject({
      owner: A_WALLET.address,
      inputToken: WELSH_SUBNET,
      outputToken: CHA,
      amountIn: '1500000',
      minAmountOut: '1400000',
      conditionToken: '*',
      status: 'open',
    });
    for (const name of ['uuid', 'owner', 'router', 'inputToken', 'outputToken', 'validTo'])
      expect(result.stderr).toContain(order![name]);
    expect(result.stdout).not.toMatch(/[0-9a-f]{130}/);
  });

  it('places a target and a stop, of which one cancels the other, and a plan', async () => {
    const bracket = await asAlice(
      ...SALE,
      ...['--stop', '0.4', '--target', '0.6', '--at-least', '1', '--slippage', '0.03', '--yes', '--json'],
    );
    expect(ordersIn(bracket)).toMatchObject([
      { targetPrice: '0.6', direction: 'gt', minAmountOut: '1000000', metadata: { oco: true } },
      { targetPrice: '0.4', direction: 'lt', slippage: 0.03, metadata: { oco: true } },
    ]);
    const plan = await asAlice(
      ...SALE,
      ...['--slippage', '0.01', '--every', '7d', '--times', '3', '--yes', '--json'],
    );
    const opens = ordersIn(plan).map(({ validFrom }) => Date.parse(validFrom!));
    expect(opens.map((at) => at - opens[0]!)).toEqual([0, 1, 2].map((weeks) => weeks * 7 * 86_400_000));
  });

  it('sells the least that buys an amount now, with that amount as its bound', async () => {
    const wanted = ['orders', 'place', '--buy', '1.5', ...SALE.slice(4), '--yes', '--json'];
    const [bought] = ordersIn(await asAlice(...wanted));
    expect(bought).toMatchObject({ minAmountOut: '1500000' });
    const ids = [WELSH_SUBNET, CHA, '1.5', '--out', '--json'] as const;
    const least = JSON.parse((await run(['quote', ...ids])).stdout) as { amountInExact: string };
    expect(bought!.amountIn).toBe(least.amountInExact);
    for (const [options, sentence] of [
      [['--sell', '1'], 'give either --sell or --buy'],
      [['--at-least', '1'], '--buy and --at-least do not go together'],
      [['--every', '7d', '--times', '2'], '--buy and --every do not go together'],
      [['--buy', '1000000000000'], '--buy: no route: the vaults hold too little for this amount'],
      [['--buy', '0'], '--buy: must be above 0'],
    ] as const) {
      const { code, stderr } = await asAlice(...wanted, ...options);
      expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
    }
  });

  it('waits for a price, or until it is executed', async () => {
    const price = ['--min-price', '2', '--price-of', 'welsh', '--above', '0.5', '--yes', '--json'];
    const priced = await asAlice(...SALE, ...price);
    expect(ordersIn(priced)).toMatchObject([
      { targetPrice: '0.5', direction: 'gt', minAmountOut: '3000000' },
    ]);
    const asked = await asAlice(...SALE, '--at-least', '0', '--when-asked', '--yes', '--json');
    expect(ordersIn(asked)[0]).not.toHaveProperty('conditionToken');
  });

  it('trails the sold token, or the token that is named, by basis points, percent or a price', async () => {
    const trails = async (...options: string[]) => {
      const placed = await asAlice(...SALE, '--slippage', '0.01', ...options, '--yes', '--json');
      return ordersIn(placed)[0];
    };
    const sold = await trails('--trail', '500bp');
    expect(sold).toMatchObject({ direction: 'lt', trail: { bps: 500 } });
    expect(sold).not.toHaveProperty('targetPrice');
    expect(await trails('--trail', '2.5%', '--activate', '3')).toMatchObject({
      trail: { bps: 250 },
      activationPrice: '3',
    });
    expect(await trails('--trail', '0.05', '--from-low', '--price-of', 'welsh')).toMatchObject({
      conditionToken: sold!.conditionToken,
      direction: 'gt',
      trail: { price: '0.05' },
    });
  });

  it('sells an amount in parts over a span, or until a total is reached, each within a band of prices', async () => {
    const band = ['--price-of', 'welsh', '--below', '0.5', '--slippage', '0.01', '--yes', '--json'];
    const parts = ordersIn(await asAlice(...SALE, '--parts', '3', '--over', '6h', ...band));
    expect(parts.map(({ amountIn, targetPrice }) => [amountIn, targetPrice])).toEqual(
      Array(3).fill(['500000', '0.5']),
    );
    expect(parts[0]).toMatchObject({ strategyType: 'twap' });
    const opens = parts.map(({ validFrom }) => Date.parse(validFrom!));
    const ends = parts.map(({ validTo }) => Date.parse(validTo!));
    expect(ends.map((end) => end - ends[0]!)).toEqual([0, 1, 2].map((slots) => slots * 2 * 3_600_000));
    expect(opens.every((open, n) => n === 0 || open >= ends[n - 1]!)).toBe(true);
    const total = ordersIn(await asAlice(...SALE, '--every', '1d', '--total', '4', ...band));
    expect(total.map(({ amountIn }) => amountIn)).toEqual(['1500000', '1500000', '1000000']);
  });

  it('replaces an open order, which is cancelled, by the orders of the command or not at all', async () => {
    const [old] = ordersIn(await asAlice(...SALE, '--at-least', '1.4', '--yes', '--json'));
    const replaces = ['--replaces', old!.uuid!, '--yes', '--json'];
    const [order] = ordersIn(await asAlice(...SALE, '--at-least', '1.3', ...replaces));
    expect(order).toMatchObject({ status: 'open', replaces: old!.handle });
    const { stdout } = await asAlice('orders', 'show', old!.uuid!, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ order: { status: 'cancelled', cancelReason: 'replaced' } });
    const again = await asAlice(...SALE, '--at-least', '1.3', ...replaces);
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringContaining('cannot be replaced: order-not-open (409 not-replaced)'),
    ]);
  });

  const BOUND = ['--at-least', '1'];
  it.each([
    [[], 'say what may be received at worst: --at-least, --min-price, --max-price, --slippage'],
    [[...BOUND, '--slippage', '0.01'], '--at-least and --slippage do not go together'],
    [['--at-least', '0.0000001'], '--at-least: 0.0000001: has 7 decimals, and the token 6'],
    [['--at-least', '1e3'], "'--at-least <amount>' argument '1e3' is invalid"],
    [[...BOUND, '--sell', '0.0000001'], '--sell: 0.0000001: has 7 decimals'],
    [[...BOUND, '--of', 'nothing'], '--of: no token has the symbol nothing'],
    [[...BOUND, '--of', 'charisma-token'], 'has no subnet copy'],
    [[...BOUND, '--above', '1'], '--above needs --price-of'],
    [[...BOUND, '--price-of', 'welsh'], '--price-of needs --above, --below or --trail'],
    [[...BOUND, '--trail', '10000bp'], '10000bp: must be a decimal number'],
    [[...BOUND, '--trail', '0%'], '0%: a stop trails by 1bp or more'],
    [
      [...BOUND, '--trail', '5%', '--below', '1', '--price-of', 'welsh'],
      '--below and --trail do not go together',
    ],
    [[...BOUND, '--activate', '5'], '--activate needs --trail'],
    [[...BOUND, '--from-low'], '--from-low needs --trail'],
    [[...BOUND, '--price-of', 'welsh', '--above', '2', '--below', '1'], 'use --stop and --target'],
    [[...BOUND, '--stop', '1'], '--stop needs --target'],
    [[...BOUND, '--stop', '2', '--target', '1'], 'the stop at 2 must be below the target at 1'],
    [[...BOUND, '--every', '7d'], '--every needs either --times or --total'],
    [[...BOUND, '--every', '7'], "'--every <duration>' argument '7' is invalid"],
    [[...BOUND, '--from', '2d', '--until', '1d'], '--until must be after --from'],
    [[...BOUND, '--router', 'SP1.none'], '--router: the registry has'],
    [[...BOUND, '--in', 'welsh'], '--in needs a price'],
  ])('refuses %j, names the option, and exits with 2', async (args, words) => {
    const { code, stdout, stderr } = await asAlice(...SALE, ...args, '--yes');
    expect([stderr, code, stdout]).toEqual([expect.stringContaining(words), 2, '']);
  });

  it('says that the wallet holds less than it sells, and places the order nevertheless', async () => {
    const { code, stderr } = await asAlice(...SALE, '--at-least', '1.4', '--yes');
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(
        'Will not be sent now: you have 1 welsh-subnet (subnet) to trade, less than you sell.',
      ),
    ]);
    const held = ['orders', 'place', '--sell', '0.5', ...SALE.slice(4), '--slippage', '0.01', '--yes'];
    expect((await asAlice(...held)).stderr).not.toMatch(/you hold|The wallet holds/);
    const plan = await asAlice(...held, '--every', '1d', '--times', '3');
    expect(plan.stderr).toContain(
      'The wallet holds 1 welsh-subnet (subnet), and 1.5 welsh-subnet (subnet) are sold',
    );
    const bracket = await asAlice(...held, '--stop', '0.1', '--target', '9');
    expect([bracket.code, bracket.stderr]).toEqual([0, expect.not.stringContaining('The wallet holds')]);
  });

  it('signs an order whose price is far from the market only after confirmation', async () => {
    const inverted = [...SALE, '--max-price', '1000', '--yes'];
    const { code, stdout, stderr } = await asAlice(...inverted);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('The limit accepts 99.9% less than the market pays now.');
    expect(stderr).toContain('--far-from-market confirms such a loss');
    expect((await asAlice(...inverted, '--far-from-market')).code).toBe(0);
    expect((await asAlice(...inverted, '--from', '1d')).code).toBe(2);
    // As far on the other side, where the order would only wait.
    const dear = await asAlice(...SALE, '--min-price', '100', '--yes');
    expect([dear.code, dear.stderr]).toEqual([2, expect.stringContaining('it waits until the market pays')]);
    expect(dear.stderr).toContain('--far-from-market confirms such a price');
    expect((await asAlice(...SALE, '--min-price', '100', '--yes', '--far-from-market')).code).toBe(0);
    expect((await asAlice(...SALE, '--at-least', '0', '--yes')).code).toBe(0);
  });

  it('signs nothing without a terminal, unless --yes confirms it', async () => {
    const { code, stderr } = await asAlice(...SALE, ...BOUND);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--yes confirms what is signed')]);
  });
});

describe('sluice orders amend', () => {
  let order: Readonly<Record<string, string>>;
  beforeAll(async () => {
    const placed = await asAlice(
      ...SALE,
      ...['--slippage', '0.01', '--price-of', 'welsh', '--above', '0.5', '--until', '2d', '--yes', '--json'],
    );
    [order] = ordersIn(placed) as [typeof order];
  });

  const amend = (...options: string[]) =>
    asAlice('orders', 'amend', order.uuid!, ...options, '--yes', '--json');

  it('signs all terms with those that are named, and shows them first', async () => {
    const { code, stdout, stderr } = await amend(
      '--price-of',
      'welsh',
      '--below',
      '0.4',
      '--at-least',
      '1.2',
    );
    expect([code, stderr]).toEqual([0, expect.stringContaining('1.2 charisma-token')]);
    expect(JSON.parse(stdout)).toMatchObject({
      order: {
        ...{ uuid: order.uuid, revision: 1, targetPrice: '0.4', direction: 'lt', minAmountOut: '1200000' },
        ...{ slippage: 0.01, validTo: order.validTo },
      },
    });
  });

  it('says that an order cannot begin to trail', async () => {
    const { code, stderr } = await amend('--trail', '500bp');
    expect([code, stderr]).toEqual([1, expect.stringContaining('pinned-terms')]);
  });

  it.each([
    [[], 'name what changes: a bound, a price, --from or --until'],
    [['--below', '1'], '--below needs --price-of'],
    [['--at-least', '1', '--slippage', '0.1'], '--at-least and --slippage do not go together'],
  ])('refuses %j', async (options, sentence) => {
    const { code, stderr } = await amend(...options);
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  });
});

describe('sluice quote', () => {
  const quote = (...args: readonly string[]) => run(['quote', 'welsh', 'charisma-token', ...args]);
  const amountIn = async (...args: readonly string[]) =>
    (JSON.parse((await quote(...args, '--json')).stdout) as { amountInExact: string }).amountInExact;

  it('takes whole tokens as orders place does, and smallest units with --units', async () => {
    expect((await quote('1.5')).stdout).toMatch(/^1\.5 welsh buys 1\.49\d+ charisma-token$/m);
    expect(await amountIn('1.5')).toBe('1500000');
    expect(await amountIn('1500000', '--units')).toBe('1500000');
    const ids = await run(['quote', WELSH_SUBNET, CHA, '1.5']);
    expect(ids.stdout).toMatch(/^1\.5 welsh-subnet \(subnet\) buys /m);
  });

  it('counts the token that is bought with --out', async () => {
    const bought = await quote('1.5', '--out');
    expect(bought.stdout).toMatch(/^1\.50\d+ welsh buys 1\.5 charisma-token$/m);
    expect(await amountIn('1.5', '--out')).toBe(await amountIn('1500000', '--out', '--units'));
    expect((await quote('0.0000001', '--out')).stderr).toContain('has 7 decimals, and the token 6');
  });

  it.each([
    [['1.5', '--units'], 'smallest units are a whole number above 0'],
    [['0'], '<amount>: must be above 0'],
    [['0.0000001'], '<amount>: 0.0000001: has 7 decimals, and the token 6'],
  ])('refuses %j with exit code 2', async (args, words) => {
    const { code, stderr } = await quote(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  it('needs smallest units of a token whose decimals are not listed', async () => {
    const { code, stderr } = await run(['quote', 'ST1.other', CHA, '1.5']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('give smallest units with --units')]);
  });
});

describe('sluice quote --split', () => {
  it('prints the parts, the gain over one route and the bound', async () => {
    const { code, stdout } = await run(['quote', 'welsh', 'charisma-token', '1000', '--split']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^1,000 welsh buys [\d.]+ charisma-token$/m)]);
    expect(stdout).toMatch(/^no split gives more than [\d.]+ charisma-token: at most [\d.]+% is left$/m);
    expect(stdout).toMatch(/^part +sells +buys +through$/m);
  });

  it('is for amounts to sell', async () => {
    const { code, stderr } = await run(['quote', 'welsh', 'charisma-token', '1', '--split', '--out']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('leave out --out')]);
  });
});

describe('sluice orders place --split', () => {
  const SPLIT = [
    'orders',
    'place',
    '--sell',
    '10',
    '--of',
    'welsh',
    '--for',
    'charisma-token',
    '--split',
    '--yes',
  ];

  it('places nothing if no split gives more than one route', async () => {
    const { code, stderr } = await run([...SPLIT, '--slippage', '0.01'], { SLUICE_WALLET_KEY: KEY });
    expect([code, stderr]).toEqual([2, expect.stringContaining('leave out --split')]);
  });

  it('goes with --slippage alone', async () => {
    const { code, stderr } = await run([...SPLIT, '--at-least', '1'], { SLUICE_WALLET_KEY: KEY });
    expect([code, stderr]).toEqual([2, expect.stringContaining('--split goes with --sell and --slippage')]);
  });
});

describe('sluice depth', () => {
  it('prints how much moves the price by each fall, in both directions', async () => {
    const { code, stdout } = await run(['depth', 'welsh', 'charisma-token']);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^1 welsh buys 0\.99\d+ charisma-token at best$/m),
    ]);
    expect(stdout).toMatch(/^1 charisma-token buys [\d.]+ welsh at best$/m);
    expect(stdout.match(/^0\.5%.*$/gm)).toHaveLength(2);
  });

  it('says why there is none, with exit code 3', async () => {
    const { code, stdout } = await run(['depth', 'welsh', 'welsh']);
    expect([code, stdout]).toEqual([3, 'no route: both tokens are the same one\n']);
  });
});

describe('the key of a wallet', () => {
  const PLACE = [...SALE, '--at-least', '1.4', '--yes', '--json'];

  it('comes from the environment, or from a file that its owner alone can read', async () => {
    const path = join(folder, 'wallet.key');
    writeFileSync(path, `${KEY}\n`, { mode: 0o600 });
    for (const result of [
      await run(PLACE, { SLUICE_WALLET_KEY: KEY }),
      await run([...PLACE, '--key-file', path]),
    ])
      expect(ordersIn(result)).toMatchObject([{ owner: A_WALLET.address }]);
    chmodSync(path, 0o640);
    const { code, stderr } = await run([...PLACE, '--key-file', path]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('others can read the file: chmod 600')]);
  });

  it('is not repeated if it is unusable', async () => {
    const broken = KEY.slice(0, 60);
    for (const [args, env, words] of [
      [PLACE, { SLUICE_WALLET_KEY: broken }, 'SLUICE_WALLET_KEY: a private key is'],
      [[...PLACE, '--wallet', KEY], {}, '--wallet: the devnet has alice'],
      [[...PLACE, `--key=${KEY}`], {}, 'unknown option'],
      [[...PLACE, '--key-file', KEY], {}, '--key-file: the file cannot be read: ENOENT'],
      [PLACE, {}, 'no wallet is given: set SLUICE_WALLET_KEY'],
    ] as const) {
      const { code, stderr } = await run(args, env);
      expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
      expect(stderr).not.toContain(broken);
    }
  });
});

describe('orders that are placed', () => {
  it('are listed, shown and cancelled by their owner', async () => {
    const place = await asAlice(...SALE, '--at-least', '1.4', '--yes', '--json');
    const { uuid } = ordersIn(place)[0]!;
    const shown = await asAlice('orders', 'show', uuid!);
    expect(shown.stdout).toMatch(new RegExp(`^order +${uuid}$`, 'm'));
    expect(shown.stdout).toMatch(/Placed$/m);
    const cancelled = await asAlice('orders', 'cancel', uuid!);
    expect([cancelled.code, cancelled.stdout]).toEqual([0, expect.stringContaining(`${uuid}  cancelled`)]);
    const again = await asAlice('orders', 'watch', uuid!);
    expect([again.code, again.stdout]).toEqual([
      1,
      expect.stringMatching(/Cancelled[^]*status: cancelled\ncancelled: its owner cancelled it/),
    ]);
    const pair = `${WELSH_SUBNET}/${CHA}`;
    const all = await asAlice('orders', 'cancel', '--all', '--pair', pair, '--json');
    expect(all.code).toBe(0);
    const open = await asAlice('orders', 'list', '--status', 'open', '--json');
    expect(ordersIn(open)).toEqual([]);
    const ended = await asAlice('orders', 'list', '--limit', '2', '--pair', pair, '--json');
    expect(ordersIn(ended)).toMatchObject([{ status: 'cancelled' }, { status: 'cancelled' }]);
  });

  it.each([
    [['orders', 'cancel'], 'name the orders, or give --all'],
    [['orders', 'cancel', 'x', '--all'], 'not both'],
    [['orders', 'cancel', 'x', '--pair', 'a/b'], 'choose among --all'],
    [['orders', 'cancel', '--all', '--pair', 'a'], '--pair: must be two tokens'],
    [['orders', 'watch'], 'name an order, an --owner'],
    [['orders', 'list', '--status', 'closed'], 'Allowed choices are all, open'],
  ])('are not chosen by %j, which says why', async (args, words) => {
    const { code, stderr } = await run(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  it('are refused with the sentence of the service, what would help and the id of the request', async () => {
    const { code, stderr } = await run(['orders', 'show', '7d3f0f6e-3f0d-4c2b-9a52-0f4b1f2f7c10']);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/\(404 order-not-found\)\n[^]*request id: /)]);
    const anyone = await run(['orders', 'execute', '7d3f0f6e-3f0d-4c2b-9a52-0f4b1f2f7c10']);
    expect([anyone.code, anyone.stderr]).toEqual([
      1,
      expect.stringMatching(/^this needs a wallet or an API key: .*SLUICE_API_KEY\n$/),
    ]);
  });
});

describe('API keys and webhooks of a wallet', () => {
  it('are created with their secret alone on stdout, listed without it, and ended', async () => {
    const created = await asAlice('keys', 'create', 'a bot', '--may', 'execute', 'cancel');
    expect(created.stdout).toMatch(/^ck_test_[0-9a-f]{64}\n$/);
    const listed = await asAlice('keys', 'list', '--json');
    expect(listed.stdout).not.toContain(created.stdout.trim());
    const { apiKeys } = JSON.parse(listed.stdout) as { apiKeys: readonly { id: string; name: string }[] };
    expect(apiKeys).toMatchObject([{ name: 'a bot', permissions: ['execute', 'cancel'] }]);
    expect((await asAlice('keys', 'show', apiKeys[0]!.id)).stdout).toContain('no requests yet');
    expect((await asAlice('keys', 'revoke', apiKeys[0]!.id)).code).toBe(0);

    const secret = await asAlice('webhooks', 'create', 'https://example.org/hook', '--on', 'order.confirmed');
    expect(secret.stderr).toContain('not shown again');
    expect(secret.stdout).toMatch(/^whsec_\S+\n$/);
    const hooks = await asAlice('webhooks', 'list', '--json');
    expect(hooks.stdout).not.toContain('whsec_');
    const { webhooks } = JSON.parse(hooks.stdout) as { webhooks: readonly { id: string }[] };
    expect(webhooks).toMatchObject([{ url: 'https://example.org/hook', eventTypes: ['order.confirmed'] }]);
    const { id } = webhooks[0]!;
    expect((await asAlice('webhooks', 'rotate', id)).stdout).toMatch(/^whsec_\S+\n$/);
    expect((await asAlice('webhooks', 'test', id)).stdout).toContain('is on its way');
    expect((await asAlice('webhooks', 'deliveries', id)).stdout).toMatch(/ping +- +waiting/);
    expect((await asAlice('webhooks', 'replay', id)).stdout).toBe('0 deliveries are sent again\n');
    expect((await asAlice('webhooks', 'replay', id, '--since', '2h')).stdout).toBe(
      '0 deliveries are sent again\n',
    );
    const both = ['--since', '2h', '--delivery', `msg_${'0'.repeat(32)}`];
    expect(await asAlice('webhooks', 'replay', id, ...both)).toMatchObject({ code: 2, stdout: '' });
    expect(await asAlice('webhooks', 'update', id)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('name a new address'),
    });
    const changes = ['https://example.org/other', '--on', 'order.failed'];
    expect((await asAlice('webhooks', 'update', id, ...changes)).stdout).toBe(
      `changed ${id}: order.failed to https://example.org/other\n`,
    );
    const shown = (await asAlice('webhooks', 'show', id)).stdout;
    expect(shown).toMatch(/https:\/\/example\.org\/other +order\.failed +enabled/);
    expect(shown).toMatch(/ping +- +waiting/);
    expect(JSON.parse((await asAlice('webhooks', 'show', id, '--json')).stdout)).toMatchObject({
      webhook: { id, events: ['order.failed'] },
      deliveries: [{ type: 'ping' }],
    });
    expect((await asAlice('webhooks', 'delete', id)).code).toBe(0);
    expect((await asAlice('webhooks', 'list')).stdout).toBe('no webhooks\n');
  });
});

describe('alerts of a wallet', () => {
  it('are added in whole tokens, percent and durations, listed, armed again and removed', async () => {
    const added = await asAlice(
      'alerts',
      'add',
      'balance',
      'CHARISMA-TOKEN',
      '--below',
      '1.5',
      '--note',
      'low',
    );
    expect(added.stdout).toMatch(/^alert [0-9a-f]{32}: balance of \S+ below 1500000 units\n$/);
    const move = await asAlice('alerts', 'add', 'move', CHA, '--by', '2.5', '--within', '1h', '--json');
    const { alert } = JSON.parse(move.stdout) as { alert: { id: string } };
    expect(alert).toMatchObject({ kind: 'move', bps: 250, seconds: 3_600, state: 'armed' });
    const ratio = await asAlice('alerts', 'add', 'price', CHA, '--above', '2', '--per', WELSH_SUBNET);
    expect(ratio.stdout).toContain(`above 2 ${WELSH_SUBNET}`);
    const listed = await asAlice('alerts', 'list');
    expect(listed.stdout).toMatch(/balance of \S+ below 1500000 units +armed +- +- +low/);
    expect((await asAlice('alerts', 'rearm', alert.id)).stdout).toBe(`${alert.id} is armed\n`);
    expect((await asAlice('alerts', 'remove', alert.id)).stdout).toBe(`deleted ${alert.id}\n`);
  });

  it.each([
    [['price', CHA], 'needs --above or --below'],
    [['move', CHA, '--by', '5'], 'needs --by and --within'],
    [['balance', CHA, '--above', '0.0000001'], 'has 7 decimals'],
    [['volume', CHA], 'Allowed choices are price, move'],
    [['price', CHA, '--above', '1', '--below', '2'], 'cannot be used with'],
  ])('are not added by %j, which says what is missing', async (args, reason) => {
    const { code, stderr } = await asAlice('alerts', 'add', ...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
  });
});

describe('sluice metadata save', () => {
  const record = () => {
    const path = join(folder, 'token.json');
    writeFileSync(path, JSON.stringify({ name: 'A \u001b[31mred\u001b[0m token', description: 'red' }));
    return path;
  };

  it('shows the record without what would colour the terminal, signs it as the deployer, and saves it', async () => {
    const token = `${A_WALLET.address}.a-token`;
    const { code, stderr } = await asAlice('metadata', 'save', token, record(), '--yes');
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^name +A \ufffd\[31mred/m)]);
    expect((await run(['metadata', 'lint', token, '--json'])).code).toBe(0);
  });

  it('signs nothing for the token of another wallet', async () => {
    const { code, stderr } = await asAlice('metadata', 'save', CHA, record(), '--yes');
    expect([code, stderr]).toEqual([2, expect.stringContaining(`did not deploy ${CHA}`)]);
  });
});

describe('sluice history', () => {
  it('exits with 3 if no price was recorded, and if no token has the name', async () => {
    const { code, stderr } = await run(['history', 'welsh', '--from', '7d']);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/no price of welsh|priced/)]);
    expect((await run(['history', 'nothing-of-the-kind'])).code).toBe(3);
  });

  it.each([
    [[1, 2, 3, 4, 5, 6, 7, 8], 8, '▁▂▃▄▅▆▇█'],
    [[5, 5, 5], 8, '▄▄▄'],
    [[1, 9, 1, 8], 2, '█▁'],
    [[], 8, ''],
  ])('draws %j in %d columns as %s', (values, width, line) => {
    expect(sparkline(values, width)).toBe(line);
  });
});

describe('the exit code', () => {
  it.each([
    [3, ['orders', 'show', '00000000-0000-4000-8000-000000000000']],
    [3, ['keys', 'show', '00000000000000000000000000000000']],
    [3, ['webhooks', 'test', '00000000000000000000000000000000']],
    [3, ['prices', 'latest', 'nothing-of-the-kind']],
    [3, ['quote', 'nothing-of-the-kind', 'charisma-token', '1']],
    [2, ['orders', 'place', '--sell', '1', '--of', 'nothing-of-the-kind', '--for', 'welsh']],
  ])('is %d for %j, of which nothing is known', async (code, args) => {
    const needsWallet = ['keys', 'webhooks', 'orders'].includes(args[0]!);
    const result = await run(needsWallet ? [...args, '--wallet', 'alice'] : args);
    expect([result.code, result.stderr]).toEqual([code, expect.stringMatching(/\w/)]);
  });

  it('is 4 if no server responds', async () => {
    const { code, stderr } = await run(['prices', 'latest', '--url', 'http://127.0.0.1:1']);
    expect([code, stderr]).toEqual([4, expect.stringContaining('no server responds')]);
  });

  it('is 1 if another server has no such path', async () => {
    const other = createServer((_, response) => response.writeHead(404).end('nothing here'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { code } = await run(['prices', 'latest', '--url', `http://127.0.0.1:${port}`]);
    other.close();
    expect(code).toBe(1);
  });
});

describe('a server that is on no devnet', () => {
  it('does not say what is signed: tokens and routers are those of the program', async () => {
    const mainnet = ['--network', 'mainnet', '--slippage', '0.01', '--yes'];
    const { code, stderr } = await run([...SALE, ...mainnet], { SLUICE_WALLET_KEY: KEY });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('--of: no token has the symbol welsh-subnet'),
    ]);
    const devnetWallet = await asAlice('orders', 'execute', 'x', '--network', 'mainnet');
    expect([devnetWallet.code, devnetWallet.stderr]).toEqual([2, expect.stringContaining('use --key-file')]);
  });
});
