import type { BroadcastOutcome, ChainNode, ChainUnreachable, SpentOrders } from '../../src/ports/index.js';
import type { TransactionStatus } from '../../src/domain/order/lifecycle/settlement.js';
import type { RawTransaction, Txid } from '../../src/domain/order/ids.js';
import { err, ok, type Result } from '../../src/domain/shared/result.js';
import type { BlockChain } from '../support/block-chain.js';
import type { Random } from './random.js';
import type { Site } from './site.js';

type View = ChainNode & SpentOrders;

/** Hosts behind one address. Any of them may handle a call, and some may be blocks behind the others. */
export class Replicas {
  /** Number of blocks by which each host is behind. */
  readonly ages = [0, 0, 0];
  indexLag = 0;

  constructor(
    private readonly chain: BlockChain,
    private readonly random: Random,
    private readonly onBroadcast: (raw: RawTransaction, txid: Txid, by: string) => void,
  ) {}

  mend(): void {
    this.ages.fill(0);
    this.indexLag = 0;
    this.chain.mend();
  }

  /** The chain, as one process reaches it. */
  viewFor(site: Site): View {
    const read =
      <K extends Exclude<keyof View, 'broadcast'>>(name: K) =>
      async (...args: Parameters<View[K]>): Promise<Awaited<ReturnType<View[K]>>> => {
        await site.turn(`chain.${name}`);
        const isSilent = site.trouble('chain-silent');
        const answer = isSilent ? SILENT : await this.ask(name, args);
        await site.turn(`chain.${name} answered`);
        return answer as Awaited<ReturnType<View[K]>>;
      };
    const statuses = read('transactionStatuses');
    const status = read('transactionStatus');
    return {
      tip: read('tip'),
      indexHeight: read('indexHeight'),
      blockAt: read('blockAt'),
      nextNonce: read('nextNonce'),
      accountNonces: read('accountNonces'),
      isSpent: read('isSpent'),
      transactionStatus: async (txid) => {
        const forgets = site.trouble('index-forgets');
        const found = await status(txid);
        return found.ok && forgets ? ok(forgotten(found.value)) : found;
      },
      transactionStatuses: async (txids, senders) => {
        const forgets = site.trouble('index-forgets');
        const found = await statuses(txids, senders);
        if (!found.ok || !forgets) return found;
        return ok(new Map([...found.value].map(([txid, each]) => [txid, forgotten(each)])));
      },
      broadcast: (raw, txid) => this.broadcast(site, raw, txid),
    };
  }

  /** Calls the chain as one of the hosts sees it. The chain responds synchronously, so its lag can be set for this one call. */
  private ask<K extends keyof View>(name: K, args: Parameters<View[K]>): ReturnType<View[K]> {
    const age = this.random.pick(this.ages);
    [this.chain.nodeLag, this.chain.lag] = [age, age + this.indexLag];
    const call = this.chain[name] as (...args: Parameters<View[K]>) => ReturnType<View[K]>;
    const answer = call.apply(this.chain, args);
    [this.chain.nodeLag, this.chain.lag] = [0, 0];
    return answer;
  }

  private async broadcast(site: Site, raw: RawTransaction, txid: Txid): Promise<BroadcastOutcome> {
    await site.turn('chain.broadcast');
    this.onBroadcast(raw, txid, site.life.name);
    if (site.trouble('broadcast-lost')) return { kind: 'unknown', reason: 'connection refused' };
    if (site.trouble('broadcast-refused'))
      return { kind: 'refused', reason: 'FeeTooLow', about: 'transaction' };
    const first = await this.ask('broadcast', [raw, txid]);
    const outcome = site.trouble('broadcast-doubled') ? await this.ask('broadcast', [raw, txid]) : first;
    await site.turn('chain.broadcast answered');
    return site.trouble('broadcast-unheard') ? { kind: 'unknown', reason: 'connection reset' } : outcome;
  }
}

const SILENT: Result<never, ChainUnreachable> = err({ kind: 'chain-unreachable', reason: 'no answer' });

/** The status from an index that has forgotten its mempool. */
const forgotten = (status: TransactionStatus): TransactionStatus =>
  status.kind === 'pending' ? { kind: 'unseen' } : status;
