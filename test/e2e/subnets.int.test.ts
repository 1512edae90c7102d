import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, type Client, type SubnetDirection } from '../../src/sdk/client/index.js';
import {
  decimal,
  keySigner,
  limitOrder,
  signOrder,
  walletSigner,
  type Signer,
} from '../../src/sdk/signing/index.js';
import { onlyOn } from '../support/databases.js';
import { openExchange, type Exchange } from '../support/exchange.js';
import { runCommand } from '../support/run-command.js';
import { startSluice, type SluiceProcess } from '../support/sluice-process.js';
import { ask, startTestChain, type TestChain } from '../support/test-chain.js';

const [{ create } = { create: undefined! }] = onlyOn('SQLite');

describe.each([
  { network: 'devnet', settings: {} },
  { network: 'mainnet', settings: { SLUICE_NETWORK: 'mainnet', SLUICE_BTC_SOURCES: 'fixed:100000' } },
] as const)('money in and out of $network', ({ network, settings }) => {
  let chain: TestChain;
  let database: Awaited<ReturnType<typeof create>>;
  let exchange: Exchange;
  let wallet: Signer;
  let folder: string;

  beforeAll(async () => {
    [chain, database] = await Promise.all([startTestChain(network), create()]);
    const operator = network === 'mainnet' ? { SLUICE_OPERATOR_KEY: chain.devnet.operatorKey } : {};
    exchange = await openExchange(chain, database.url, { ...settings, ...operator, STACKS_API_RPM: '10000' });
    wallet = keySigner(chain.devnet.accounts[1]!.privateKey, network);
    folder = await mkdtemp(join(tmpdir(), 'sluice-test-subnets-'));
  });
  afterAll(async () => {
    await exchange.close();
    await chain.close();
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const clientOf = (signer: Signer | undefined = wallet): Client =>
    createClient({
      ...{ baseUrl: exchange.sluice().url, network, stacksApiUrl: chain.devnet.stacksApiUrl },
      ...(signer && { wallet: signer }),
    });
  const copyOf = (isOfStx: boolean) => {
    const { tokens } = chain.devnet.registry;
    const copy = tokens.find(({ type, base }) => type === 'SUBNET' && (base === '.stx') === isOfStx)!;
    return { copy, base: tokens.find(({ contractId }) => contractId === copy.base)! };
  };
  const balances = async (...tokens: readonly string[]) => {
    const [, account] = chain.devnet.accounts;
    return Promise.all(tokens.map((token) => chain.balance(token, account!)));
  };

  /** Moves an amount as a stranger would, and returns by how much the copy and the base changed, without the fee. */
  async function moved(client: Client, direction: SubnetDirection, isOfStx: boolean, amount: bigint) {
    const { copy, base } = copyOf(isOfStx);
    const before = await balances(copy.contractId, base.contractId);
    let fee = 0n;
    const review = (_: unknown, feeUstx: bigint | undefined) => {
      fee = isOfStx ? (feeUstx ?? 0n) : 0n;
      return true;
    };
    const { txid } = await client.subnets[direction]({ token: copy, amount }, { review });
    const waiting = client.subnets.settled(txid);
    await chain.control('/mine');
    expect(await waiting).toMatchObject({ txid, blockHeight: expect.any(Number) });
    const after = await balances(copy.contractId, base.contractId);
    return [after[0]! - before[0]!, after[1]! - before[1]! + fee];
  }

  it.each([[true], [false]])('deposits, sells and withdraws with a key, in STX: %s', async (isOfStx) => {
    const client = clientOf();
    const { copy, base } = copyOf(isOfStx);
    expect(await moved(client, 'deposit', isOfStx, 3_000_001n)).toEqual([3_000_001n, -3_000_001n]);

    const { routers } = await client.vaults.registry();
    const router = routers.find(
      ({ payout, blaze }) => payout === 'signer' && blaze.includes(copy.blaze!),
    )!.id;
    const amount = decimal(3_000_000n, copy.decimals);
    const sale = limitOrder({ sell: copy, buy: base, amount, atLeast: '0', when: 'asked' });
    const order = await signOrder(wallet, sale, { network, router, blaze: copy.blaze! });
    const { uuid } = await client.orders.place(order);
    await client.orders.execute(uuid);
    await chain.control('/mine');
    expect(await client.orders.settled(uuid, { pollMs: 100 })).toMatchObject({ uuid, status: 'confirmed' });

    expect(await moved(client, 'withdraw', isOfStx, 1_000_001n)).toEqual([-1_000_001n, 1_000_001n]);
  });

  it('deposits and withdraws with a wallet that shows the call and sends it', async () => {
    const request = async (method: string, params: { contract: string; postConditionMode: string }) => {
      expect([method, params.postConditionMode]).toEqual(['stx_callContract', 'deny']);
      const { call } = shown!;
      const nonce = BigInt(await chain.nonceOf(wallet.address));
      const { raw } = await wallet.signCall!(call, { nonce, feeUstx: 500n });
      const body = Buffer.from(raw, 'hex');
      const headers = { 'content-type': 'application/octet-stream' };
      const { body: txid } = await ask(`${chain.devnet.stacksApiUrl}/v2/transactions`, {
        ...{ method: 'POST', headers, body },
      });
      return { txid };
    };
    let shown: Parameters<NonNullable<Signer['sendCall']>>[0] extends infer C
      ? { call: C } | undefined
      : never;
    const browser = await walletSigner(request, { network, publicKey: wallet.publicKey });
    const watching: Signer = {
      ...browser,
      sendCall: (call) => {
        shown = { call };
        return browser.sendCall!(call);
      },
    };
    const client = clientOf(watching);
    expect(await moved(client, 'deposit', false, 7n)).toEqual([7n, -7n]);
    expect(await moved(client, 'withdraw', false, 7n)).toEqual([-7n, 7n]);
  });

  it('says what the chain says if a transaction fails, and moves nothing', async () => {
    const { subnets } = clientOf();
    const { copy } = copyOf(false);
    const [held = 0n] = await balances(copy.contractId);
    const twice = { token: copy.contractId, amount: held };
    const sent = [await subnets.withdraw(twice), await subnets.withdraw(twice)];
    await chain.control('/mine');
    await subnets.settled(sent[0]!.txid);
    await expect(subnets.settled(sent[1]!.txid)).rejects.toMatchObject({
      code: 'transaction-failed',
      message: expect.stringMatching(/abort_by_response.*\(err u\d+\)/),
    });
    expect(await balances(copy.contractId)).toEqual([0n]);
  });

  it('refuses the impossible before the wallet signs', async () => {
    const { copy, base } = copyOf(true);
    const [held = 0n] = await balances('.stx');
    const signed: unknown[] = [];
    const careful: Signer = {
      ...wallet,
      signCall: (...args) => {
        signed.push(args);
        return wallet.signCall!(...args);
      },
    };
    const foreign = keySigner('1'.repeat(64), network === 'mainnet' ? 'devnet' : 'mainnet');
    const { tokens } = chain.devnet.registry;
    const copied = new Set(tokens.map((token) => token.base));
    const alone = tokens.find(({ type, contractId }) => type !== 'SUBNET' && !copied.has(contractId))!;
    const { address, publicKey } = wallet;
    const textOnly: Signer = {
      ...{ address, publicKey },
      signText: (text) => wallet.signText(text),
      signStructured: (data) => wallet.signStructured(data),
    };
    const refused = async (token: string, amount: unknown, signer: Signer | undefined = careful) => {
      const move = { token, amount: amount as string };
      return clientOf(signer)
        .subnets.deposit(move)
        .then(
          () => 'sent',
          ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
        );
    };
    const id = copy.contractId;
    expect(await refused(`${wallet.address}.nothing`, 1n)).toMatch(/^invalid-argument: .* is no token/);
    expect(await refused(alone.contractId, 1n)).toMatch(/^no-subnet: .* has no subnet copy/);
    for (const amount of ['0', '-1', '1.5', '', 1, 2n ** 64n, 'ten'])
      expect(await refused(id, amount)).toMatch(/^invalid-argument: amount must be a whole number/);
    // The server may still show the block before the last fees were paid.
    expect(await refused(id, held * 2n)).toMatch(
      /^insufficient-balance: The wallet holds \d+ smallest units of STX/,
    );
    expect(await refused(id, 1n, foreign)).toMatch(/^wrong-network: /);
    expect(await refused(id, 1n, textOnly)).toMatch(/^no-credentials: /);
    const declined = clientOf(careful).subnets.deposit(
      { token: base, amount: 1n },
      { feeUstx: 500n, review: () => false },
    );
    await expect(declined).rejects.toMatchObject({ code: 'aborted' });
    expect(signed).toEqual([]);
  });

  if (network === 'mainnet')
    describe('from the command line, with a key file and the registry of this machine', () => {
      const onMainnet = async (name: string, args: readonly string[], env: Record<string, string> = {}) => {
        const keyFile = join(folder, 'key');
        await writeFile(keyFile, chain.devnet.accounts[2]!.privateKey, { mode: 0o600 });
        const own = ['--key-file', keyFile, '--network', 'mainnet'];
        const { stacksApiUrl } = chain.devnet;
        const here = { SLUICE_URL: exchange.sluice().url, STACKS_API_URL: stacksApiUrl, ...env };
        return runCommand(name, [...args, ...own], here);
      };

      it('deposits, sells what it deposited, and withdraws the rest', async () => {
        const held = () => chain.balance(copyOf(true).copy.contractId, chain.devnet.accounts[2]!);
        const before = await held();
        const mining = setInterval(() => void chain.control('/mine'), 300);
        try {
          expect(await onMainnet('subnets', ['deposit', '2.5', 'STX', '--yes'])).toMatchObject({
            code: 0,
            stdout: expect.stringMatching(
              /the wallet has 2\.5 STX \(subnet\) more\ntransaction [0-9a-f]{64}, block \d+/,
            ),
            stderr: expect.stringContaining('sends exactly 2500000 units of stx'),
          });
          const sale = ['--sell', '1.5', '--of', 'STX', '--for', 'CHA', '--slippage', '0.05'];
          const placed = await onMainnet('orders', ['place', ...sale, '--yes', '--json']);
          expect([placed.code, placed.stderr]).toEqual([0, expect.stringContaining('1.5 STX')]);
          const { orders } = JSON.parse(placed.stdout) as { orders: { uuid: string }[] };
          const watched = await onMainnet('orders', ['watch', orders[0]!.uuid]);
          expect([watched.code, watched.stdout]).toEqual([0, expect.stringContaining('status: confirmed')]);
          expect(await onMainnet('subnets', ['withdraw', '1', 'STX', '--yes'])).toMatchObject({
            code: 0,
            stdout: expect.stringContaining('the wallet has 1 STX more'),
          });
          expect(await held()).toBe(before);
        } finally {
          clearInterval(mining);
        }
      });

      it('says that the node is silent, not the server, in that case', async () => {
        const silent = 'http://127.0.0.1:1';
        const { code, stderr } = await onMainnet('subnets', ['deposit', '1', 'STX', '--yes'], {
          STACKS_API_URL: silent,
        });
        expect([code, stderr]).toEqual([
          4,
          expect.stringMatching(
            /no Stacks node responds at http:\/\/127\.0\.0\.1:1 \(.+\): STACKS_API_URL names/,
          ),
        ]);
        expect(stderr).not.toContain('sluice serve');
      });
    });
});

describe('sluice subnets on a devnet', () => {
  let sluice: SluiceProcess;
  beforeAll(async () => {
    sluice = await startSluice({ DATABASE_URL: 'sqlite::memory:', SLUICE_BLOCK_MS: '300' });
  });
  afterAll(() => sluice.end('SIGTERM'));
  const subnets = (...args: readonly string[]) =>
    runCommand('subnets', [...args, '--wallet', 'alice'], { SLUICE_URL: sluice.url });

  it('deposits, so that an order is paid, and withdraws what is left', async () => {
    const deposited = await subnets('deposit', '50', 'USDd', '--yes', '--json');
    expect([deposited.code, JSON.parse(deposited.stdout)]).toEqual([
      0,
      expect.objectContaining({ amount: '50000000', blockHeight: expect.any(Number) }),
    ]);
    const sale = ['--sell', '20', '--of', 'USDd', '--for', 'sBTC', '--slippage', '0.05', '--yes', '--json'];
    const placed = await runCommand('orders', ['place', ...sale, '--wallet', 'alice'], {
      SLUICE_URL: sluice.url,
    });
    const { orders } = JSON.parse(placed.stdout) as { orders: { uuid: string }[] };
    const watched = await runCommand('orders', ['watch', orders[0]!.uuid], { SLUICE_URL: sluice.url });
    expect([watched.code, watched.stdout]).toEqual([0, expect.stringContaining('status: confirmed')]);
    const { code, stdout } = await subnets('withdraw', '30', 'USDd', '--yes');
    expect([code, stdout]).toEqual([0, expect.stringContaining('30 USDd more\n')]);
  });

  it.each([
    [['deposit', '1', 'nothing'], 2, 'no token has the symbol nothing'],
    [['deposit', '0.0000001', 'USDd'], 2, 'has 7 decimals, and the token 6'],
    [['deposit', '0', 'USDd'], 2, '<amount>: must be more than 0'],
    [['withdraw', '99999999999', 'USDd'], 1, 'The wallet holds'],
    [['deposit', '-1', 'USDd'], 2, 'error:'],
  ])('refuses %j', async (args, status, words) => {
    const { code, stderr } = await subnets(...args, '--yes');
    expect([stderr, code]).toEqual([expect.stringContaining(words), status]);
  });

  it('signs nothing without a terminal, unless --yes confirms it', async () => {
    const { code, stderr } = await subnets('deposit', '1', 'USDd');
    expect([code, stderr]).toEqual([2, expect.stringContaining('--yes confirms what is signed')]);
  });
});
