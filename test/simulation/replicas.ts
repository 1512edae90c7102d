import type { TransactionStatus } from '../../src/domain/order/lifecycle/settlement.js';
import type { RawTransaction, Txid } from '../../src/domain/order/ids.js';
import type { OrderTerms } from '../../src/domain/order/order.js';
import type { Address } from '../../src/domain/shared/address.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import { err, ok, type Result } from '../../src/domain/shared/result.js';
import type {
  BroadcastOutcome,
  ChainNode,
  ChainTip,
  ChainUnreachable,
  IsStored,
  Ports,
  SentSwap,
  SpentOrders,
} from '../../src/ports/index.js';
import type { Exchange } from './exchange.js';
import type { Random } from './random.js';
import type { Site } from './site.js';
import type { VirtualTime } from './virtual-time.js';

/** Longest time that an answer to a broadcast takes, ms: each process looks for swaps to send again within it. */
const LATEST_MS = 40_000;

/** The ports that read the chain. */
type View = Required<Pick<Ports, 'chain' | 'spentOrders' | 'balances' | 'sentSwaps'>>;

/** Hosts behind one address. Any of them may handle a call, and some may be blocks behind the others. */
export class Replicas {
  /** Number of blocks by which each host is behind. */
  readonly ages = [0, 0, 0];
  indexLag = 0;

  constructor(
    private readonly chain: Exchange,
    private readonly world: { readonly random: Random; readonly time: VirtualTime },
    private readonly onBroadcast: (raw: RawTransaction, txid: Txid, by: string) => void,
  ) {}

  mend(): void {
    this.ages.fill(0);
    this.indexLag = 0;
    this.chain.mend();
  }

  /** The chain, as one process reaches it. */
  viewFor(site: Site): View {
    const { chain } = this;
    const read =
      <A extends readonly unknown[], T>(name: string, answer: (...args: A) => T | Promise<T>) =>
      async (...args: A): Promise<T | typeof SILENT> => {
        await site.turn(`chain.${name}`);
        const given = site.trouble('chain-silent') ? SILENT : await this.ask(() => answer(...args));
        await site.turn(`chain.${name} answered`);
        return given;
      };
    const statuses = read('transactionStatuses', (txids: readonly Txid[]) =>
      chain.transactionStatuses(txids),
    );
    const status = read('transactionStatus', (txid: Txid) => chain.transactionStatus(txid));
    const sentPending = read('pending', (account: Address) => ok(chain.pendingOf(account)));
    const sentMined = read('mined', (account: Address) => ok(chain.minedOf(account)));
    const node: ChainNode & SpentOrders = {
      tip: read('tip', () => chain.tip()),
      indexHeight: read('indexHeight', () => chain.indexHeight()),
      blockAt: read('blockAt', (height: number) => chain.blockAt(height)),
      nextNonce: read('nextNonce', (account: Address, at: ChainTip) => chain.nextNonce(account, at)),
      accountNonces: read('accountNonces', (account: Address) => chain.accountNonces(account)),
      isSpent: read('isSpent', (terms: Pick<OrderTerms, 'uuid'>, at: ChainTip) => chain.isSpent(terms, at)),
      transactionStatus: async (txid) => {
        const forgets = site.trouble('index-forgets');
        const found = await status(txid);
        return found.ok && forgets ? ok(forgotten(found.value)) : found;
      },
      transactionStatuses: async (txids) => {
        const forgets = site.trouble('index-forgets');
        const found = await statuses(txids);
        if (!found.ok || !forgets) return found;
        return ok(new Map([...found.value].map(([txid, each]) => [txid, forgotten(each)])));
      },
      broadcast: (raw, txid) => this.broadcast(site, raw, txid),
    };
    return {
      chain: node,
      spentOrders: node,
      balances: {
        balanceOf: read('balanceOf', (token: ContractId, owner: Address, at?: ChainTip) =>
          chain.balanceOf(token, owner, at),
        ),
      },
      sentSwaps: {
        pending: async (account, isStored) => {
          const found = await sentPending(account);
          if (!found.ok) return found;
          return ok({ ...found.value, swaps: await unstored(found.value.swaps, isStored) });
        },
        mined: async (account, isStored) => {
          const found = await sentMined(account);
          return found.ok ? ok(await unstored(found.value, isStored)) : found;
        },
      },
    };
  }

  /** Calls the chain as one of the hosts sees it. The chain responds synchronously, so its lag can be set for this one call. */
  private ask<T>(answer: () => T): T {
    const age = this.world.random.pick(this.ages);
    [this.chain.nodeLag, this.chain.lag] = [age, age + this.indexLag];
    const given = answer();
    [this.chain.nodeLag, this.chain.lag] = [0, 0];
    return given;
  }

  private async broadcast(site: Site, raw: RawTransaction, txid: Txid): Promise<BroadcastOutcome> {
    await site.turn('chain.broadcast');
    this.onBroadcast(raw, txid, site.life.name);
    if (site.trouble('broadcast-lost')) return { kind: 'unknown', reason: 'connection refused' };
    const outcome = site.trouble('broadcast-refused') ? TOO_LOW : await this.admit(site, raw, txid);
    const { random, time } = this.world;
    if (site.trouble('broadcast-late')) await time.sleep(random.below(LATEST_MS));
    await site.turn('chain.broadcast answered');
    return site.trouble('broadcast-unheard') ? { kind: 'unknown', reason: 'connection reset' } : outcome;
  }

  private async admit(site: Site, raw: RawTransaction, txid: Txid): Promise<BroadcastOutcome> {
    const outcome = await this.ask(() => this.chain.broadcast(raw, txid));
    return site.trouble('broadcast-doubled') ? this.ask(() => this.chain.broadcast(raw, txid)) : outcome;
  }
}

const TOO_LOW: BroadcastOutcome = { kind: 'refused', reason: 'FeeTooLow', about: 'transaction' };
const SILENT: Result<never, ChainUnreachable> = err({ kind: 'chain-unreachable', reason: 'no answer' });

async function unstored(swaps: readonly SentSwap[], isStored: IsStored): Promise<readonly SentSwap[]> {
  const unknown: SentSwap[] = [];
  for (const swap of swaps) if (!(await isStored(swap.txid))) unknown.push(swap);
  return unknown;
}

/** The status from an index that has forgotten its mempool. */
const forgotten = (status: TransactionStatus): TransactionStatus =>
  status.kind === 'pending' ? { kind: 'unseen' } : status;
