import { combineBtcAnswers, type NoBtcPrice } from '../../domain/price-series/btc-usd.js';
import { discoverPrices, type MarketSnapshot } from '../../domain/price-series/discovery.js';
import { gridPointAt } from '../../domain/price-series/price.js';
import type { UnpricedReason } from '../../domain/price-series/unpriced.js';
import { Router } from '../../domain/router/best-route.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { ChainRead, ChainUnreachable, Ports } from '../../ports/index.js';
import type { CheckClock, ClockDoubtful } from '../market/chain-clock.js';
import type { MarketReader } from '../market/market.js';
import { answersOf, type BtcReadings } from './oracle.js';
import type { RecordingLog } from './price-health.js';

/** Result of a run: it is recorded now, or some process had recorded it before. */
export type RecordOutcome = Recorded | { readonly kind: 'already-recorded'; readonly at: Date };

interface Recorded {
  readonly kind: 'recorded';
  /** The run's grid point. */
  readonly at: Date;
  /** Number of tokens that were priced. */
  readonly tokens: number;
  /** The registered tokens without a price, and why. */
  readonly unpriced: ReadonlyMap<ContractId, UnpricedReason>;
  readonly btcUsd: number;
  /** Sources whose price is too far from the others. */
  readonly dropped: readonly string[];
  /** Sources without a price. */
  readonly failed: readonly FailedSource[];
  /** Whether all reserves were read at the same block. */
  readonly atOneBlock: boolean;
}

interface FailedSource {
  readonly name: string;
  readonly reason: string;
}

/** Reason why nothing was recorded: there is no bitcoin price, the chain is unreachable, or it contradicts the clock. */
export type RecordPricesError =
  (NoBtcPrice & { readonly failed: readonly FailedSource[] }) | ChainUnreachable | ClockDoubtful;

/**
 * Records the current price of every token as the run of the newest grid point, in one transaction, unless a process
 * already has. Missed grid points stay empty. On any failure nothing is written.
 */
export type RecordPrices = () => Promise<Result<RecordOutcome, RecordPricesError>>;

type Needs = Pick<Ports, 'blocks' | 'clock' | 'prices' | 'registry' | 'liquidity' | 'chain'>;

interface Parts {
  readonly log: RecordingLog;
  readonly market: MarketReader;
  readonly checkClock: CheckClock;
}

export const makeRecordPrices = (
  ports: Needs,
  readings: BtcReadings,
  { log, market, checkClock }: Parts,
): RecordPrices => {
  const { clock, prices } = ports;

  const record: RecordPrices = async () => {
    const now = clock.now();
    const at = gridPointAt(now);
    const { run: last } = await prices.latest(now);
    if (last?.at.getTime() === at.getTime()) return ok({ kind: 'already-recorded', at });

    const trusted = await checkClock();
    if (!trusted.ok) return trusted;
    const reading = await readings.read();
    const failed = reading.sources.flatMap(({ name, error }) =>
      error === undefined ? [] : [{ name, reason: error }],
    );
    const btc = combineBtcAnswers(answersOf(reading), last, clock.now());
    if (!btc.ok) return err({ ...btc.error, failed });
    const { usd: btcUsd, dropped } = btc.value;

    const isFollowed = ports.blocks !== undefined;
    const snapshot = await (isFollowed ? followedSnapshot(market) : readSnapshot(ports));
    if (!snapshot.ok) return snapshot;
    const { atOneBlock, ...read } = snapshot.value;
    const discovered = discoverPrices({ ...read, btcUsd });
    const stored = await prices.record({ at, btcUsd, ...discovered });
    if (!stored.ok) return ok({ kind: 'already-recorded', at });
    const { prices: priced, unpriced } = discovered;
    return ok({ kind: 'recorded', at, tokens: priced.size, unpriced, btcUsd, dropped, failed, atOneBlock });
  };

  return () => log.watch(record, reasonOf);
};

type Snapshot = Omit<MarketSnapshot, 'btcUsd'> & Pick<Recorded, 'atOneBlock'>;

/**
 * Takes the reserves that quotes use, after checking them against the chain. Reading all vaults again would exceed the request
 * allowance.
 */
async function followedSnapshot(market: MarketReader): ChainRead<Snapshot> {
  const checked = await market.check();
  if (!checked.ok) return checked;
  const { registry, asOf } = checked.value;
  const reserves = new Map(checked.value.reserves);
  return ok({
    registry,
    router: routerOver(registry, reserves),
    reserves,
    atOneBlock: asOf?.isComplete ?? false,
  });
}

const MAX_READS = 3;

/**
 * Reads the reserves of all vaults, and again if a block arrives meanwhile, three times at most. The last read is used even if a
 * block arrived during it, since its reserves are only seconds apart. Pools that do not respond are left out.
 */
async function readSnapshot({ registry: source, liquidity, chain }: Needs): ChainRead<Snapshot> {
  const registry = source.current();
  let before = await chain.tip();
  for (let reading = 1; ; reading++) {
    if (!before.ok) return before;
    const reserves = await liquidity.readReserves(registry.vaults);
    if (!reserves.ok) return reserves;
    const after = await chain.tip();
    if (!after.ok) return after;
    const atOneBlock = after.value.id === before.value.id;
    before = after;
    if (!atOneBlock && reading < MAX_READS) continue;
    const router = routerOver(registry, reserves.value);
    return ok({ registry, router, reserves: reserves.value, atOneBlock });
  }
}

/** Makes a separate router, since the one for quotes changes whenever single vaults are read again. */
function routerOver(
  { vaults }: Pick<MarketSnapshot['registry'], 'vaults'>,
  reserves: MarketSnapshot['reserves'],
): Router {
  const router = new Router(vaults);
  for (const [vault, held] of reserves) router.update(vault, held);
  return router;
}

const BTC_REASONS = {
  'no-answer': 'no source of the bitcoin price answers',
  'sources-disagree': 'the sources of the bitcoin price disagree',
  'unconfirmed-jump': 'a single source says that the bitcoin price has jumped',
} as const;

function reasonOf(error: RecordPricesError): string {
  if (error.kind === 'no-btc-price') return BTC_REASONS[error.reason];
  return error.kind === 'clock-doubtful'
    ? 'the clock and the chain disagree about the time'
    : 'the chain cannot be reached';
}
