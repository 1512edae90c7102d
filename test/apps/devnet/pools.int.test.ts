import { describe, expect, it } from '@jest/globals';
import { Cl, cvToHex, hexToCV, makeContractDeploy, type ClarityValue } from '@stacks/transactions';
import fc from 'fast-check';
import { useDevnet } from '../../support/devnet-bed.js';
import type { Wallet } from '../../support/test-chain.js';

const client = useDevnet();
interface Deltas {
  readonly dx: bigint;
  readonly dy: bigint;
  readonly dk: bigint;
}

async function quote(vault: string, amount: bigint, opcode: number): Promise<Deltas> {
  const text = Cl.prettyPrint(
    await client.read(vault, 'quote', [Cl.uint(amount), Cl.some(Cl.buffer(Uint8Array.of(opcode)))]),
  );
  const [dk, dx, dy] = [...text.matchAll(/u(\d+)/g)].map(([, digits]) => BigInt(digits!)) as [
    bigint,
    bigint,
    bigint,
  ];
  return { dx, dy, dk };
}

const contractOf = (token: string): string => (token === '.stx' ? client.devnet.registry.wstx : token);

describe('a pool', () => {
  it('quotes floor((in − fee)·y / (x + in − fee)) to the unit, every pool in both directions', async () => {
    for (const vault of client.devnet.registry.vaults.filter(({ kind }) => kind === 'pool')) {
      const x = await client.balance(vault.tokenA, vault.contractId);
      const y = await client.balance(vault.tokenB, vault.contractId);
      const amounts = fc.sample(fc.bigInt({ min: 1n, max: 10n ** 30n / (x + y) }), { numRuns: 4, seed: 7 });
      for (const amount of [1n, 2n, 999n, x, ...amounts]) {
        for (const [opcode, reserveIn, reserveOut] of [
          [0, x, y],
          [1, y, x],
        ] as const) {
          const dx = (amount * BigInt(1_000_000 - vault.feePpm!)) / 1_000_000n;
          const dy = (dx * reserveOut) / (reserveIn + dx);
          expect(await quote(vault.contractId, amount, opcode)).toEqual({ dx, dy, dk: 0n });
        }
      }
    }
  });

  it('returns its balances as reserves, except for the one pool without that function', async () => {
    const answers = await Promise.all(
      client.devnet.registry.vaults
        .filter(({ kind }) => kind === 'pool')
        .map(async (vault) => {
          const reserves = await quote(vault.contractId, 0n, 4);
          const balances = [
            await client.balance(vault.tokenA, vault.contractId),
            await client.balance(vault.tokenB, vault.contractId),
          ];
          return [reserves.dx, reserves.dy].every((reserve, i) => reserve === balances[i])
            ? 'same'
            : vault.name;
        }),
    );
    expect(answers.filter((answer) => answer !== 'same')).toEqual(['STX-OPAL']);
  });

  it('keeps the whole input when the whale swaps', async () => {
    const vault = client.id('opal-dollar');
    const before = await client.balance(client.id('opal'), vault);
    const { dy } = await quote(vault, 1_000_000n, 0);
    const dollars = await client.balance(client.id('dollar'), vault);
    expect(await client.control('/swap', { vault, opcode: 0, amount: '1000000' })).toMatchObject({
      status: 200,
    });
    expect(await client.balance(client.id('opal'), vault)).toBe(before + 1_000_000n);
    expect(await client.balance(client.id('dollar'), vault)).toBe(dollars - dy);
  });

  it('mints and burns shares in proportion to its reserves', async () => {
    const vault = 'quartz-dollar';
    const { dx, dy, dk } = await quote(client.id(vault), 0n, 4);
    const share = dk / 100n;
    const added = await quote(client.id(vault), share, 2);
    expect(added.dx - (dx * share) / dk).toBeLessThanOrEqual(1n);
    expect(await client.control('/swap', { vault, opcode: 2, amount: String(share) })).toMatchObject({
      status: 200,
    });
    expect(await quote(client.id(vault), 0n, 4)).toEqual({
      dx: dx + added.dx,
      dy: dy + added.dy,
      dk: dk + share,
    });
    expect(await client.control('/swap', { vault, opcode: 3, amount: String(share) })).toMatchObject({
      status: 200,
    });
    const after = await quote(client.id(vault), 0n, 4);
    expect(after.dk).toBe(dk);
    expect(after.dx).toBeGreaterThanOrEqual(dx);
  });
});

describe('a sublink', () => {
  it('moves 1:1 in both directions', async () => {
    expect(await quote(client.id('sbtc-sublink'), 123n, 5)).toEqual({ dx: 123n, dy: 123n, dk: 0n });
    expect(await quote(client.id('sbtc-sublink'), 123n, 6)).toEqual({ dx: 123n, dy: 123n, dk: 0n });
    const subnet = client.id('sbtc-subnet');
    const [held, copied] = [
      await client.balance(client.id('sbtc'), subnet),
      await client.read(subnet, 'get-total-supply', []),
    ];
    expect(Cl.prettyPrint(copied)).toBe(`(ok u${held})`);
    for (const opcode of [6, 5]) {
      expect(await client.control('/swap', { vault: 'sbtc-sublink', opcode, amount: '5' })).toMatchObject({
        status: 200,
      });
    }
    expect(await client.balance(client.id('sbtc'), subnet)).toBe(held);
  });
});

describe('the verifier', () => {
  // A public mainnet order: its message hash does not depend on the network.
  it('hashes a message as SIP-018 specifies', async () => {
    const publisher = 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS';
    const hash = await client.read(client.devnet.registry.verifier.v1, 'message-hash', [
      Cl.principal(`${publisher}.welsh-token-subnet-v1`),
      Cl.stringAscii('TRANSFER_TOKENS'),
      Cl.none(),
      Cl.some(Cl.uint(325429430693n)),
      Cl.some(Cl.principal(`${publisher}.x-multihop-v2`)),
      Cl.stringAscii('1787b468-f51b-413f-844f-626d44a26243'),
    ]);
    expect(Cl.prettyPrint(hash)).toBe(
      '(ok 0xb6c5b396199501ce991ac64aa58b1260db6ed37d359349e54b7111e2192f987b)',
    );
  });

  it('the verifier of version 2 lets signers revoke their own uuids, once, by a direct call', async () => {
    const { verifier } = client.devnet.registry;
    const [alice, bob] = client.devnet.accounts as [Wallet, Wallet];
    const uuid = Cl.stringAscii('11111111-2222-4333-8444-666666666666');
    const isSpentOf = ({ address }: Wallet) =>
      client.read(verifier.v2, 'check', [Cl.principal(address), uuid]);
    const revokedBy = async (
      { privateKey, address }: Wallet,
      contract: string = verifier.v2,
      name = 'revoke',
      args: ClarityValue[] = [uuid],
    ) => {
      const nonce = (await client.nonces(address)).body.possible_next_nonce;
      const { raw, txid } = await client.call(contract, name, args, { senderKey: privateKey, nonce });
      const { status, body } = await client.send(raw);
      if (status !== 200) return body;
      await client.mine();
      return (await client.transaction(txid)).body.tx_result?.repr;
    };
    const deployment = await makeContractDeploy({
      contractName: 'meddler',
      codeBody: `(define-public (meddle) (contract-call? '${verifier.v2} revoke "${uuid.value}"))`,
      ...{ senderKey: bob.privateKey, nonce: 0, fee: 20_000, network: 'devnet' },
    });
    await client.send(deployment.serializeBytes());
    await client.mine();

    expect(await revokedBy(alice, `${bob.address}.meddler`, 'meddle', [])).toBe('(err u403001)');
    expect(await isSpentOf(alice)).toEqual(Cl.bool(false));
    expect(await revokedBy(alice)).toBe('(ok true)');
    expect(await isSpentOf(alice)).toEqual(Cl.bool(true));
    expect(await isSpentOf(bob)).toEqual(Cl.bool(false));
    expect(await revokedBy(alice)).toBe('(err u409000)');
    expect(await revokedBy(alice, verifier.v1)).toMatchObject({ reason: 'NoSuchPublicFunction' });
  });
});

describe('the devnet’s registry', () => {
  it('lists contracts that exist, with the decimals that they return', async () => {
    for (const token of client.devnet.registry.tokens) {
      expect(Cl.prettyPrint(await client.read(contractOf(token.contractId), 'get-decimals', []))).toBe(
        `(ok u${token.decimals})`,
      );
    }
    for (const router of client.devnet.registry.routers) {
      expect(await client.get(`/v2/accounts/${router.id}?proof=0`)).toMatchObject({
        status: 200,
        body: { nonce: 0 },
      });
    }
  });

  it('leads to a refused read for a contract that does not exist', async () => {
    await expect(client.read(client.id('nothing'), 'get-name', [])).rejects.toThrow();
    await expect(client.read(client.id('opal'), 'transfer', [])).rejects.toThrow('read-only');
    expect(hexToCV(cvToHex(await client.read(client.id('opal'), 'get-symbol', [])))).toEqual(
      Cl.ok(Cl.stringAscii('OPAL')),
    );
  });
});
