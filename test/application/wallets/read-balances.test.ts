import { beforeEach, describe, expect, it } from '@jest/globals';
import { makeBalancesAtTip } from '../../../src/application/wallets/balances-at-tip.js';
import { makeReadBalances } from '../../../src/application/wallets/read-balances.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { err, ok, type Result } from '../../../src/domain/shared/result.js';
import { toUnits, type Units } from '../../../src/domain/shared/units.js';
import type { ChainTip, ChainUnreachable, WalletBalances } from '../../../src/ports/index.js';
import { AN_OWNER } from '../../support/builders.js';
import { ANOTHER_WALLET } from '../../support/signing.js';
import {
  coreHarness,
  DOLLAR,
  SBTC,
  WELSH,
  WELSH_SUBNET,
  type CoreHarness,
} from '../../support/core-harness.js';

const DOWN = err<ChainUnreachable>({ kind: 'chain-unreachable', reason: 'down' });
const block = (height: number): ChainTip => ({ height, id: String(height).padStart(64, '0') });

let harness: CoreHarness;
let tip: Result<ChainTip, ChainUnreachable>;
/** What a token's contract gives; absent: no balance. */
let held: Map<ContractId, Result<Units, ChainUnreachable>>;
let reads: string[];
let tips: number;
/** Each read of a balance waits for this first. */
let gate: Promise<void>;

beforeEach(() => {
  harness = coreHarness();
  tip = ok(block(100));
  held = new Map<ContractId, Result<Units, ChainUnreachable>>([
    [WELSH, ok(toUnits(7n))],
    [WELSH_SUBNET, ok(toUnits(0n))],
    [DOLLAR, DOWN],
  ]);
  [reads, tips] = [[], 0];
  gate = Promise.resolve();
});

const open = () => {
  const walletBalances: WalletBalances = {
    tip: async () => {
      tips += 1;
      return tip;
    },
    balanceOf: async (token, owner, at) => {
      reads.push(`${token} ${owner} ${at.height}`);
      await gate;
      return held.get(token) ?? ok(undefined);
    },
  };
  const ports = { ...harness.ports, walletBalances };
  const read = makeReadBalances(ports, makeBalancesAtTip(ports));
  return (tokens: string, address: string = AN_OWNER) => read({ address, tokens });
};

describe('balances of a wallet', () => {
  it('are those of one block, and each failure is of its token alone and is not 0', async () => {
    const stranger = `${AN_OWNER}.not-listed`;
    const tokens = [WELSH, WELSH_SUBNET, DOLLAR, SBTC, stranger, 'nonsense', WELSH];
    expect(await open()(tokens.join(','))).toEqual(
      ok({
        address: AN_OWNER,
        blockHeight: 100,
        balances: [
          { token: WELSH, balance: 7n },
          { token: WELSH_SUBNET, balance: 0n },
          { token: DOLLAR, balance: undefined, reason: 'chain-unreachable' },
          { token: SBTC, balance: undefined, reason: 'no-balance' },
          { token: stranger, balance: undefined, reason: 'unknown-token' },
          { token: 'nonsense', balance: undefined, reason: 'unknown-token' },
        ],
      }),
    );
    expect(reads).toEqual([WELSH, WELSH_SUBNET, DOLLAR, SBTC].map((token) => `${token} ${AN_OWNER} 100`));
  });

  it('are read once for callers at the same time and shortly after, failures included', async () => {
    const read = open();
    let openGate = (): void => undefined;
    gate = new Promise((resolve) => (openGate = resolve));
    const callers = [read(`${WELSH},${DOLLAR}`), read(`${DOLLAR},${WELSH}`), read(WELSH)];
    openGate();
    await Promise.all(callers);
    harness.clock.advance(1_999);
    await read(`${DOLLAR},${WELSH}`);
    expect(reads).toHaveLength(2);
    expect(tips).toBe(1);
  });

  it('are read for each wallet by itself', async () => {
    const read = open();
    await read(WELSH);
    await read(WELSH, ANOTHER_WALLET.address);
    expect(reads).toHaveLength(2);
  });

  it('are not read again while the newest block is the same, and are after the next block', async () => {
    const read = open();
    await read(WELSH);
    harness.clock.advance(2_000);
    await read(WELSH);
    expect([tips, reads.length]).toEqual([2, 1]);
    tip = ok(block(101));
    held.set(WELSH, ok(toUnits(8n)));
    harness.clock.advance(2_000);
    expect(await read(WELSH)).toMatchObject({ value: { blockHeight: 101, balances: [{ balance: 8n }] } });
  });

  it('balances of a wallet that could not be read are read again after ten seconds in the same block', async () => {
    const read = open();
    await read(DOLLAR);
    held.set(DOLLAR, ok(toUnits(9n)));
    harness.clock.advance(10_000);
    expect(await read(DOLLAR)).toMatchObject({ value: { balances: [{ balance: 9n }] } });
  });

  it('are unreachable as a whole while the newest block is unknown, which strangers cannot query without limit', async () => {
    tip = DOWN;
    const read = open();
    expect(await read(WELSH)).toEqual(DOWN);
    expect(await read(DOLLAR)).toEqual(DOWN);
    expect([tips, reads.length]).toEqual([1, 0]);
  });

  it('are not read if the request is malformed', async () => {
    const read = open();
    expect(await read(WELSH, 'x')).toMatchObject({ ok: false, error: { parameter: 'address' } });
    expect(await read('')).toMatchObject({ ok: false, error: { parameter: 'tokens' } });
    expect([tips, reads.length]).toEqual([0, 0]);
  });

  it('come from the executor’s ports if a program has no others', async () => {
    harness.balances.set(WELSH, AN_OWNER, toUnits(5n));
    const { value } = (await harness.core.wallets.balances({ address: AN_OWNER, tokens: WELSH })) as {
      readonly value: unknown;
    };
    expect(value).toMatchObject({ balances: [{ token: WELSH, balance: 5n }] });
  });
});
