import type { CallersReads, Ports } from '../ports/index.js';
import { makeAlerts } from './alerts/alerts-core.js';
import { makeAuthenticateKey, makeIsKeyActive } from './api-keys/authenticate-key.js';
import { makeKeyActivityLog } from './api-keys/key-activity-log.js';
import { makeManageKeys } from './api-keys/manage-keys.js';
import { makeCallerOf } from './authorization/authorize-owner.js';
import { makeAuthorizeReader } from './authorization/authorize-reader.js';
import { makeExecuteOrder, makeCancelOrder } from './orders/owner-commands.js';
import { makeCancelAfter } from './orders/cancel-after.js';
import { makeFireTimers } from './orders/fire-timers.js';
import { makeCancelOrders } from './orders/cancel-orders.js';
import { makeBrakes } from './execution/send/brakes.js';
import { makeOperatorAccounts } from './execution/send/operator-accounts.js';
import { balancesAtBlocks } from './execution/send/balances-at-blocks.js';
import { makeSendSwap } from './execution/send/send-swap.js';
import { withholding } from './execution/send/withhold.js';
import { makeReportViolation } from './execution/swap/report-violation.js';
import { makeCheckChain } from './execution/settle/check-chain.js';
import { makeRecheckEnded } from './execution/settle/recheck-ended.js';
import type { SettlementPorts } from './execution/settle/settle-replacements.js';
import { makeSettleSwaps, type SettleSwaps } from './execution/settle/settle-swaps.js';
import { announceRecorded, announcing, makeAnnounceOrder } from './execution/tick/due-signal.js';
import { makeEvaluateOrder } from './execution/tick/evaluate.js';
import { makeGuardTrigger } from './execution/tick/guard-trigger.js';
import { makeMarks } from './execution/tick/marks.js';
import { makeRunExecutor } from './execution/tick/run-executor.js';
import { makeBlockWatch } from './execution/tick/watch-blocks.js';
import { makeRunOnce } from './idempotency/run-once.js';
import { makeCheckClock } from './market/chain-clock.js';
import { makeMarketReader } from './market/market.js';
import { makeReadNewestBlock } from './market/newest-block.js';
import { makeMetadata } from './metadata/metadata-core.js';
import { makeReadTokenBook } from './metadata/read-token-book.js';
import { makeCountDue } from './operator/count-due.js';
import { makeReadCosts } from './operator/read-costs.js';
import { makeReadStanding } from './operator/read-standing.js';
import { makeOperatorSessions } from './operator/sessions.js';
import { makeSetSwitch } from './operator/set-switch.js';
import { makePlaceBatch, type PlaceBatch } from './orders/place-batch.js';
import { makeCheckAmendment, makeCheckOrder } from './orders/check-order.js';
import { makePlaceOrder, type PlaceOrder } from './orders/place-order.js';
import { findOrder } from './orders/find-order.js';
import { makeAmendOrder } from './orders/amend-order.js';
import { makeFollowOrders } from './orders/follow-orders.js';
import { makeCheckDraft } from './orders/check-draft.js';
import { makeRehearseOrder } from './orders/rehearse-order.js';
import { makeReplayOrder } from './orders/replay-order.js';
import { makeReadOrders, type ScopePorts } from './orders/read-orders.js';
import { makeReadPlans } from './orders/read-plans.js';
import { makePrices } from './prices/prices-core.js';
import { makeQuoteAtHand } from './quotes/quote-at-hand.js';
import { makeReadDepth } from './quotes/read-depth.js';
import { makeQuoteSplit } from './quotes/quote-split.js';
import { makeQuoteRoute, makeWarmUp } from './quotes/quote-route.js';
import { refuseMixedStorage } from './one-storage.js';
import { DEFAULT_SETTINGS, type CoreSettings } from './settings.js';
import { makeReadParent } from './reports/read-parent.js';
import { makeReadQuality } from './reports/read-quality.js';
import { makeReadReport } from './reports/read-report.js';
import { makeReportFills } from './reports/report-fills.js';
import { makeTidy } from './tidy.js';
import { followedPorts, following } from './tracing/following.js';
import { makeReadVolumes } from './trades/read-volumes.js';
import { makeTrades } from './trades/trades-core.js';
import { makeListVaults } from './vaults/list-vaults.js';
import { makeReadFigures } from './vaults/read-figures.js';
import { makeReadRegistry } from './vaults/read-registry.js';
import { makeReadSublinkHoldings } from './vaults/sublink-holdings.js';
import { makeFindSent } from './recovery/find-sent.js';
import { recordingEnds } from './recovery/record-ends.js';
import { makeCompareEnds, makeCompareNonces, makeRecover } from './recovery/recover.js';
import { makeDatabaseWatch } from './recovery/watch-database.js';
import { makeBalancesAtTip } from './wallets/balances-at-tip.js';
import { makeReadBalances } from './wallets/read-balances.js';
import { makeReadFills } from './wallets/read-fills.js';
import { makeReadPortfolio } from './wallets/read-portfolio.js';
import { checkPorts } from './check-ports.js';
import { makeWebhooks } from './webhooks/webhooks-core.js';
import { checkSettings } from './check-settings.js';
import type { Address } from '../domain/shared/address.js';
import { defined } from '../domain/shared/fields.js';
import { Listeners } from '../domain/shared/listeners.js';

/** The use cases of the exchange, by area. */
export type Core = ReturnType<typeof createCore>;

/**
 * Wires the use cases to their ports. Does no I/O and starts nothing.
 *
 * @throws RangeError that names each unknown or out-of-range setting, TypeError for missing ports or a clock that returns no
 * valid time, and Error if the storage ports belong to different storages.
 * @example
 * const core = createCore({ ...memoryPorts({ registry }), ...systemPorts(), signatures });
 * const quote = await core.quotes.quote({ tokenIn, tokenOut, amountIn });
 */
export function createCore(unfollowed: Ports, settings: Partial<CoreSettings> = {}) {
  checkPorts(unfollowed);
  refuseMixedStorage(unfollowed);
  const given = followedPorts(unfollowed);
  const follow = following(given.tracer);
  const ports = given.ends === undefined ? given : recordingEnds({ ...given, ends: given.ends });
  const chosen: CoreSettings = { ...DEFAULT_SETTINGS, ...defined(settings) };
  checkSettings(chosen);
  const market = makeMarketReader(ports);
  const checkClock = makeCheckClock(ports, chosen);
  const activity = makeKeyActivityLog(ports);
  const metadata = makeMetadata(ports, chosen);
  const readTokens = makeReadTokenBook(metadata.facts);
  const readHoldings = makeReadSublinkHoldings(ports, chosen);
  const volumes = makeReadVolumes(ports);
  const prices = makePrices(ports, { market, readFacts: metadata.facts, checkClock, volumes }, chosen);
  const trades = makeTrades(ports, { market, prices, volumes }, chosen);
  const listVaults = makeListVaults({ market, readHoldings, readTokens }, chosen);
  const watch = makeBlockWatch({ clock: ports.clock, market, prices });
  const marks = makeMarks(ports);
  const accounts = makeOperatorAccounts(ports, chosen);
  const brakes = makeBrakes(ports, { findPrice: prices.find, accounts }, chosen);
  const sending = { ...ports, balances: balancesAtBlocks(ports) };
  const outward = chosen.dryRun ? { ...sending, chain: withholding(ports.chain) } : sending;
  const database = makeDatabaseWatch(ports);
  const findSent = makeFindSent(ports);
  const compareEnds = makeCompareEnds(given);
  const compareNonces = makeCompareNonces(given, findSent);
  const reportViolation = makeReportViolation(ports);
  const sendSwap = follow(
    'attempt-order',
    makeSendSwap(outward, { market, brakes, accounts, findSent, reportViolation }, chosen),
    ({ terms }, by) => ({ order: terms.handle, by }),
  );
  const due = new Listeners<Date>();
  const announce = makeAnnounceOrder(due, { clock: ports.clock, prices }, chosen);
  const checkOrder = makeCheckOrder(ports, chosen);
  const checkDraft = makeCheckDraft(ports, chosen);
  const forCallers: ScopePorts & CallersReads = { ...ports, ...ports.callersReads };
  const readOrders = makeReadOrders(forCallers, readTokens);
  const quoteAtHand = makeQuoteAtHand(market, chosen);
  const place = makePlaceOrder(ports, { check: checkOrder, quoteAtHand }, chosen);
  const placeJson = announcing(follow('place-order', place), announce);
  const placeJsonBatch = follow(
    'place-orders',
    makePlaceBatch(ports, { check: checkOrder, place: placeJson, quoteAtHand, placed: announce }, chosen),
  );
  const quotes = makeQuoteRoute(ports, { market, readTokens }, chosen);
  const balancesAtTip = makeBalancesAtTip(ports);
  const readBalances = makeReadBalances(ports, balancesAtTip);
  const { blocks, pastBlocks } = ports;
  const readParent = blocks && pastBlocks && makeReadParent({ ...ports, blocks, pastBlocks, market });
  return {
    orders: {
      /** Places a signed order. The parameter's type rules out misspelt fields; the values are checked as by `placeJson`. */
      place: placeJson as PlaceOrder,
      /** Places an order from any source, such as a request's body. Unknown fields are stored with the order. */
      placeJson,
      placeBatch: placeJsonBatch as PlaceBatch,
      placeJsonBatch,
      ...readOrders,
      /** Finds an order as `get` does, but always as it is now: for what changes the order or follows it. */
      getNewest: (ref: string, owner?: Address) => findOrder(ports.orders, ref, owner),
      /** Reports on fills. */
      ...makeReadReport({ ...forCallers, executionReports: ports.executionReports }),
      /** Quality of execution by day and pair, without anything of an order. */
      executionQuality: makeReadQuality(ports),
      /** Reads the feed of order events. */
      follow: makeFollowOrders(ports),
      /** Verifies a wallet that asks for the uuids of its orders. */
      authorizeReader: makeAuthorizeReader(ports, chosen),
      /** Finds out what would become of an order, signed or not, if it were placed now. */
      rehearse: makeRehearseOrder(
        ports,
        {
          check: checkDraft,
          brakes,
          prices,
          readBalances,
          quote: quotes.quote,
          senders: accounts.addresses,
          guard: makeGuardTrigger({ ...ports, store: ports.prices, prices, watch, market, marks }, chosen),
        },
        chosen,
      ),
      /** Finds out when an order would have been sent at recorded prices. */
      replay: makeReplayOrder({ ...ports, ...ports.callersReads }, checkDraft, chosen),
      evaluate: makeEvaluateOrder(ports, { brakes, prices, watch, marks }, chosen),
      /** Reads the marks of trailing orders. */
      marksOf: marks.of,
      /** Replaces terms of an open order by later ones that its owner has signed. */
      amend: announcing(
        follow('amend-order', makeAmendOrder(ports, makeCheckAmendment(ports, chosen))),
        announce,
      ),
      cancel: follow('cancel-order', makeCancelOrder(ports, chosen)),
      cancelMany: makeCancelOrders(ports, chosen),
      /** Timers that end the open orders of an owner or a key unless they are renewed. */
      cancelAfter: makeCancelAfter(ports, chosen),
      execute: follow('execute-order', makeExecuteOrder(ports, chosen, sendSwap)),
    },
    plans: makeReadPlans(forCallers),
    apiKeys: {
      ...makeManageKeys(ports, activity, chosen),
      authenticate: makeAuthenticateKey(ports, database.recent),
      isActive: makeIsKeyActive(ports),
      /**
       * Log of the usage of keys. Record each request of an admitted key in it, and call `flush` regularly: until then, the usage
       * is only in memory.
       */
      activity,
    },
    quotes: {
      ...quotes,
      quote: follow('quote', quotes.quote),
      quoteMany: follow('quote-many', quotes.quoteMany),
      /** Depth of a pair in both directions: the largest swaps within falls of the price. */
      depth: makeReadDepth(ports, { market, readTokens }, chosen),
      /** Division of a swap between several routes, with its gain and a bound on every other one. */
      split: makeQuoteSplit(ports, { market, prices, readTokens }, chosen),
      warmUp: makeWarmUp(market, chosen),
    },
    market: {
      /**
       * Checks the reserves. Call it regularly, so that quotes need not wait for the chain. While no block arrives, a call costs
       * one request.
       */
      check: market.check,
      /** Reads the newest block from the chain, on every call. */
      newestBlock: makeReadNewestBlock(ports),
    },
    /** Checks whether the clock and the chain agree within the limit in the settings. */
    clock: { check: checkClock },
    metadata,
    prices: { ...prices, record: announceRecorded(follow('record-prices', prices.record), due, ports.clock) },
    /** All trades of the vaults, from any wallet. */
    trades,
    vaults: {
      list: listVaults,
      figures: makeReadFigures(ports, { listVaults, prices, volumes }),
      registry: makeReadRegistry({ registry: ports.registry, readTokens }),
    },
    execution: {
      /** Checks whether the chain is the one on which the storage's swaps were mined. Call it once, before `settle`. */
      checkChain: makeCheckChain(ports, chosen),
      settle: follow('settle', makeSettle({ ...outward, reportViolation }, chosen)),
      run: makeRunExecutor(sending, { market, prices, watch, marks, sendSwap, brakes, checkClock }, chosen),
      /** Makes the execution reports of fills since the last call. Call it every few seconds. */
      reportFills: makeReportFills({ ...ports, readParent }),
      /** Compares some of the orders that ended unpaid with the chain, at most once a minute. Call it regularly. */
      recheckEnded: makeRecheckEnded(outward, chosen),
      /**
       * Calls the listener with each time at which an event makes the in-process executor due, in addition to its regular runs.
       * Returns a function that unsubscribes it.
       */
      onDue: due.add,
    },
    sending: {
      /** Lists everything that stops new swaps. A process without operator keys checks only the database, the switch and dry runs. */
      stops: () => brakes.stops(),
      /** Whether new swaps are sent, and what stops them; undefined without operator keys. */
      standing: () => brakes.standing(),
    },
    /** Whether the database is still the one last written, and how to bring a rolled-back one up to date. */
    database: {
      ...database,
      /** Brings a rolled-back database up to date with the chain and the log of ends. */
      recover: makeRecover(given, findSent),
      /**
       * Checks whether the database lacks ends that are in the log, or swaps that the operator's accounts have sent. Call it
       * once, before `execution.run` and `beat`.
       */
      compare: async () => {
        await compareEnds();
        return compareNonces();
      },
      /** Checks that the log of ends is writable, and rejects if it is not. */
      checkEnds: async () => given.ends?.check(),
    },
    /** The operator's own view. Only `signIn` and `authenticate` check the caller. */
    operator: {
      ...makeOperatorSessions(ports, chosen),
      standing: makeReadStanding({
        ...ports,
        brakes,
        market,
        prices,
        countDue: makeCountDue({ ...ports, prices }),
        countOrders: readOrders.count,
      }),
      setSwitch: makeSetSwitch(ports),
      /** Reads what the operator's transactions have cost. */
      costs: makeReadCosts(ports),
    },
    wallets: {
      /** Reads the balances of a wallet in tokens of the exchange. */
      balances: readBalances,
      /** Reads what a wallet holds of every token of the exchange, in dollars. */
      portfolio: makeReadPortfolio(ports, { balancesAtTip, prices, readTokens }),
      /** Reads what an owner's orders have swapped, with average costs and results. The caller must be known to be the owner. */
      fills: makeReadFills({ ...ports, ...ports.callersReads }, { list: prices.list, readTokens }),
    },
    idempotency: { callerOf: makeCallerOf(ports), runOnce: makeRunOnce(ports) },
    /** Alerts of owners, without an order. */
    alerts: makeAlerts(ports, { prices, readBalances }, chosen),
    /** Webhooks of wallets. `sending` is the background work that delivers events to them. */
    webhooks: makeWebhooks(ports, { readTokens }, chosen),
    maintenance: {
      tidy: makeTidy(ports),
      /** Fires the timers of `orders.cancelAfter` whose time has run out. Call it every second or more often, and once at the start. */
      fireTimers: makeFireTimers(ports, { checkClock }, chosen),
    },
  } as const;
}

/** Settles without signing anything in a dry run, or while the database may lack something that was sent. */
function makeSettle(
  ports: Ports & Pick<SettlementPorts, 'reportViolation'>,
  settings: CoreSettings,
): SettleSwaps {
  const withoutKeys = makeSettleSwaps({ ...ports, signers: [] }, settings);
  if (settings.dryRun) return withoutKeys;
  const withKeys = makeSettleSwaps(ports, settings);
  return async () => ((await ports.databaseHome.displaced()) === undefined ? withKeys() : withoutKeys());
}
