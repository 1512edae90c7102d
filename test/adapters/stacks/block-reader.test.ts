import { describe, expect, it } from '@jest/globals';
import { Cl, cvToHex } from '@stacks/transactions';
import { createBlockReader } from '../../../src/adapters/stacks/blocks/block-reader.js';
import type { BlockTransactions } from '../../../src/adapters/stacks/node/block-contents.js';
import { builtInRegistry } from '../../../src/adapters/stacks/index.js';
import { RequestBudget } from '../../../src/adapters/stacks/node/request-budget.js';
import type { Txid } from '../../../src/domain/order/ids.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { err, ok, unwrap } from '../../../src/domain/shared/result.js';
import { T0 } from '../../support/builders.js';
import { A_REGISTRY, POOL, ROUTER_V2, WELSH } from '../../support/core-harness.js';
import { id } from './support/swap-plans.js';

const DOWN = { kind: 'chain-unreachable' as const, reason: 'down' };
const tip = (height: number) => ({ height, id: String(height) });
const call = (contract: string, ...args: string[]) => ({
  tx_status: 'success',
  tx_type: 'contract_call',
  contract_call: { contract_id: contract, function_args: args.map((repr) => ({ repr })) },
});

type Listed = readonly object[] | Exclude<BlockTransactions['kind'], 'found'> | 'down';

/** A reader over scripted blocks from height 1 on and contract sources by name; a missing source is unknown. */
function reader(
  blocks: readonly Listed[],
  sources: Readonly<Record<string, string>> = {},
  details: Readonly<Record<string, object>> = {},
) {
  const requested: string[] = [];
  const made = createBlockReader({
    node: {
      tip: async () => ok(tip(blocks.length)),
      blockTransactions: async (height) => {
        requested.push(`block ${height}`);
        const listed = blocks[height - 1]!;
        if (listed === 'down') return err(DOWN);
        if (typeof listed === 'string') return ok({ kind: listed });
        return ok({ kind: 'found', transactions: listed });
      },
      transactionWithArguments: async (txid) => {
        requested.push(`arguments ${txid}`);
        const found = details[txid];
        return found === undefined ? err(DOWN) : ok(found as Readonly<Record<string, unknown>>);
      },
      parentHashAt: async (height) => {
        requested.push(`header ${height}`);
        return ok(`hash ${height - 1}`);
      },
      contractSource: async (contract) => {
        const name = contract.split('.')[1]!;
        requested.push(`source ${name}`);
        return sources[name] === 'down' ? err(DOWN) : ok(sources[name]);
      },
    },
    market: { callRead: async () => ok(undefined), stxBalance: async () => ok(0n), waitFor: () => 0 },
    registry: { current: () => A_REGISTRY },
    clock: { now: () => T0 },
  });
  const touched = async (after = 0, until = blocks.length) => unwrap(await made.touched(after, tip(until)));
  return { ...made, touchedIn: touched, requested };
}

const only = (...contracts: string[]) => new Set(contracts as ContractId[]);

describe('touched of createBlockReader', () => {
  it('finds the contracts that a call names, in nested arguments as well', async () => {
    const { touchedIn } = reader([[call(ROUTER_V2, 'u1', `(some (list (tuple (pool '${POOL}) (x u1))))`)]]);
    const { contracts } = await touchedIn();
    expect(contracts).toContain(POOL);
    expect(contracts).toContain(ROUTER_V2);
  });

  it('follows the contracts that sources name, relative ones as well, and reads each source once', async () => {
    const { touchedIn, requested } = reader([[call(id('outer'))], [call(id('outer'))]], {
      outer: `(use-trait t '${id('traits')}.t) (contract-call? .inner go)`,
      inner: `;; see ${POOL}`,
      traits: '',
    });
    expect((await touchedIn(0, 1)).contracts).toEqual(
      new Set([id('outer'), id('traits'), id('inner'), POOL, ...listedCallsOf(POOL)]),
    );
    await touchedIn(1, 2);
    expect(requested).toEqual(['block 1', 'source outer', 'source traits', 'source inner', 'block 2']);
  });

  it('knows the calls of listed tokens, routers and vaults without their sources', async () => {
    const { touchedIn, requested } = reader([[call(ROUTER_V2, `'${POOL}`, `'${WELSH}`)]]);
    await touchedIn();
    expect(requested).toEqual(['block 1']);
  });

  it.each<[string, object]>([
    ['a call that aborts', { ...call(POOL), tx_status: 'abort_by_response' }],
    ['a call that its post-conditions abort', { ...call(POOL), tx_status: 'abort_by_post_condition' }],
    ['a coinbase', { tx_status: 'success', tx_type: 'coinbase' }],
    ['a change of tenure', { tx_status: 'success', tx_type: 'tenure_change' }],
    [
      'a transfer to a wallet',
      {
        tx_status: 'success',
        tx_type: 'token_transfer',
        token_transfer: { recipient_address: POOL.split('.')[0] },
      },
    ],
  ])('finds nothing in %s', async (_, transaction) => {
    expect(await reader([[transaction]]).touchedIn()).toEqual({ contracts: new Set(), until: 1 });
  });

  it('finds the recipient of a transfer', async () => {
    const transfer = {
      tx_status: 'success',
      tx_type: 'token_transfer',
      token_transfer: { recipient_address: POOL },
    };
    expect((await reader([[transfer]]).touchedIn()).contracts).toContain(POOL);
  });

  it('follows the code of a contract that is deployed', async () => {
    const deployed = {
      tx_status: 'success',
      tx_type: 'smart_contract',
      smart_contract: { contract_id: id('fresh') },
    };
    const { touchedIn } = reader([[deployed]], { fresh: `(contract-call? '${POOL} execute u1 none)` });
    expect((await touchedIn()).contracts).toContain(POOL);
  });

  it.each<[string, Listed]>([
    ['a transaction of an unknown type', [{ tx_status: 'success', tx_type: 'multi_call' }]],
    ['a contract that the host does not know', [call(id('unheard'))]],
    ['a host that cannot list the transactions', 'untold'],
  ])('counts every vault as touched because of %s', async (_, listed) => {
    expect(await reader([listed]).touchedIn()).toEqual({ contracts: 'all', until: 1 });
  });

  it('counts every vault as touched when a block does not build on the one that was read before', async () => {
    const block = (hash: string, parent: string) => [
      { tx_status: 'success', tx_type: 'coinbase', block_hash: hash, parent_block_hash: parent },
    ];
    const { touchedIn } = reader([block('a', '0'), block('b', 'a'), block('d', 'c')]);
    await touchedIn(0, 1);
    expect((await touchedIn(1, 2)).contracts).toEqual(only());
    expect((await touchedIn(2, 3)).contracts).toBe('all');
  });

  it('counts every vault as touched after more than eight blocks, without a request', async () => {
    const { touchedIn, requested } = reader(Array.from({ length: 9 }, () => []));
    expect(await touchedIn()).toEqual({ contracts: 'all', until: 9 });
    expect(requested).toEqual([]);
  });

  it('stops at the first block that the index does not know', async () => {
    const { touchedIn } = reader([[call(POOL)], 'unknown-block']);
    const { contracts, until } = await touchedIn();
    expect(until).toBe(1);
    expect(contracts).toContain(POOL);
  });

  it('fails as chain-unreachable when a block or a source cannot be read', async () => {
    expect(await reader(['down']).touched(0, tip(1))).toEqual(err(DOWN));
    expect(await reader([[call(id('outer'))]], { outer: 'down' }).touched(0, tip(1))).toEqual(err(DOWN));
  });
});

/** A call as a list without arguments shows it. */
const brief = (txid: string, contract: string, name: string, hash?: string) => ({
  tx_id: `0x${txid}`,
  tx_status: 'success',
  tx_type: 'contract_call',
  contract_call: { contract_id: contract, function_name: name },
  block_hash: hash,
});

describe('touchedBefore of createBlockReader', () => {
  const at = (index: number, transaction: object, hash = 'b1') => ({
    ...transaction,
    tx_id: `0x${index}`,
    tx_index: index,
    block_hash: `0x${hash}`,
  });
  const BLOCK = { blockHeight: 1, blockTime: 0, blockHash: 'b1' };

  it('finds what the transactions before it in its block may have changed, in whatever order they are listed', async () => {
    const blocks = reader([
      [at(2, call(id('unheard'))), at(1, call(ROUTER_V2, `'${POOL}`)), at(0, call(WELSH))],
    ]);
    expect(unwrap(await blocks.touchedBefore('0' as Txid, BLOCK))).toEqual(new Set());
    expect(unwrap(await blocks.touchedBefore('1' as Txid, BLOCK))).toEqual(only(WELSH));
    expect(unwrap(await blocks.touchedBefore('2' as Txid, BLOCK))).toContain(POOL);
  });

  it('lists a block that was just followed only once', async () => {
    const { requested, ...blocks } = reader([[at(0, call(WELSH)), at(1, call(POOL))]]);
    await blocks.touchedIn();
    await blocks.touchedBefore('1' as Txid, BLOCK);
    await blocks.touchedBefore('0' as Txid, BLOCK);
    expect(requested).toEqual(['block 1']);
  });

  it('is everything if the index does not number the transactions or does not list them', async () => {
    const unnumbered = { ...at(0, call(POOL)), tx_index: undefined };
    expect(unwrap(await reader([[unnumbered]]).touchedBefore('0' as Txid, BLOCK))).toBe('all');
    expect(unwrap(await reader(['untold']).touchedBefore('0' as Txid, BLOCK))).toBe('all');
  });

  it.each<[string, Listed]>([
    ['the index does not know the block', 'unknown-block'],
    ['the index has another block at the height', [at(0, call(POOL), 'c1')]],
    ['the transaction is not in the block', [at(1, call(POOL))]],
    ['the index is unreachable', 'down'],
  ])('fails if %s', async (_, listed) => {
    expect((await reader([listed]).touchedBefore('0' as Txid, BLOCK)).ok).toBe(false);
  });
});

describe('touched of createBlockReader with lists that leave out arguments', () => {
  const traits = `
    (define-public (plain (amount uint) (to principal)) (ok (< amount u1)))
    (define-public (open ;; takes ) a pool
      (amount uint) (pool <pool-trait>)) (contract-call? pool execute amount none))`;

  it('reads the arguments of routers’ calls and of functions that take a contract, and of no others', async () => {
    const block = [
      brief('a', ROUTER_V2, 'x-swap-1'),
      brief('b', id('other'), 'open'),
      brief('c', id('other'), 'plain'),
      brief('d', WELSH, 'transfer'),
      brief('e', POOL, 'execute'),
      { ...brief('f', ROUTER_V2, 'x-swap-1'), tx_status: 'abort_by_response' },
      { ...brief('g', ROUTER_V2, 'x-swap-1'), tx_status: 'problematic_skipped' },
    ];
    const { touchedIn, requested } = reader(
      [block],
      { other: traits },
      { a: call(ROUTER_V2, `'${id('vault-of-a')}`), b: call(id('other'), `'${id('vault-of-b')}`) },
    );
    // The two vaults are not listed and have no sources here, which alone makes every vault count.
    expect(await touchedIn()).toEqual({ contracts: 'all', until: 1 });
    expect(requested.filter((each) => each.startsWith('arguments'))).toEqual(['arguments a', 'arguments b']);
  });

  it('finds the vault among the arguments', async () => {
    const { touchedIn } = reader(
      [[brief('a', ROUTER_V2, 'x-swap-1')]],
      {},
      { a: call(ROUTER_V2, `'${POOL}`) },
    );
    expect((await touchedIn()).contracts).toContain(POOL);
  });

  it('reads arguments of a contract whose source is unknown, and fails when they cannot be read', async () => {
    const made = reader([[brief('a', id('unheard'), 'go')]]);
    expect(await made.touched(0, tip(1))).toEqual(err(DOWN));
  });

  it('counts every vault as touched when the arguments of too many calls decide', async () => {
    const calls = Array.from({ length: 26 }, (_, n) => brief(String(n), ROUTER_V2, 'x-swap-1'));
    const { touchedIn, requested } = reader([calls]);
    expect(await touchedIn()).toEqual({ contracts: 'all', until: 1 });
    expect(requested).toEqual(['block 1']);
  });

  it('asks for the parent of a block unless a read of arguments has named it', async () => {
    const named = { ...call(ROUTER_V2, `'${POOL}`), parent_block_hash: 'hash 2', block_hash: 'hash 3' };
    const { touchedIn, requested } = reader(
      [
        [brief('a', POOL, 'execute', 'hash 1')],
        [brief('b', POOL, 'execute', 'hash 2')],
        [brief('c', ROUTER_V2, 'x-swap-1', 'hash 3')],
        [brief('d', POOL, 'execute', 'hash 4')],
        [brief('e', POOL, 'execute', 'of a fork')],
        [brief('f', POOL, 'execute', 'hash 6')],
      ],
      {},
      { c: named },
    );
    for (const height of [1, 2, 3, 4, 5])
      expect((await touchedIn(height - 1, height)).contracts).not.toBe('all');
    expect((await touchedIn(5, 6)).contracts).toBe('all');
    expect(requested.filter((each) => each.startsWith('header'))).toEqual([
      'header 2',
      'header 4',
      'header 5',
      'header 6',
    ]);
  });
});

/** What the registry says that a vault calls. */
function listedCallsOf(vault: ContractId): readonly ContractId[] {
  const { tokenA, tokenB } = A_REGISTRY.vaults.find(({ contractId }) => contractId === vault)!;
  return [tokenA, tokenB];
}

describe('a block reader with a small allowance', () => {
  it('reads every vault within minutes, however many requests each takes', async () => {
    let nowMs = 0;
    let sent = 0;
    const budget = new RequestBudget({ perMinute: 20, monotonicMs: () => nowMs });
    const amounts = cvToHex(
      Cl.ok(Cl.tuple({ dx: Cl.uint(10n ** 12n), dy: Cl.uint(10n ** 12n), dk: Cl.uint(1) })),
    );
    const withheld = (retryAfterMs: number) =>
      err({ kind: 'chain-unreachable' as const, reason: 'withheld', retryAfterMs });
    const vaults = builtInRegistry('mainnet').vaults.filter(({ kind }) => kind !== 'sublink');
    const blocks = createBlockReader({
      node: {} as never,
      market: {
        callRead: async () => {
          const waitMs = budget.take('market');
          if (waitMs > 0) return withheld(waitMs);
          sent += 1;
          return ok(amounts);
        },
        stxBalance: async () => ok(0n),
        waitFor: (requests) => budget.waitFor('market', requests),
      },
      registry: { current: () => A_REGISTRY },
      clock: { now: () => T0 },
    });
    let unread = vaults;
    while (unread.length > 0 && nowMs < 3_600_000) {
      const reads = await Promise.all(unread.map((vault) => blocks.reservesAt(vault, tip(1))));
      unread = unread.filter((_, n) => !reads[n]!.ok);
      nowMs += 1_000;
    }
    expect(unread).toEqual([]);
    // Nothing was sent in vain: a request for each vault's reserves, and two probes of what only contracts can quote.
    expect(sent).toBeLessThanOrEqual(3 * vaults.length);
    expect(nowMs / 60_000).toBeLessThan((3 * vaults.length) / 10 + 1);
  });
});
