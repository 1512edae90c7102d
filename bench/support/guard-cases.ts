import { swapConditions } from '../../src/adapters/stacks/swap/post-conditions.js';
import { signTerms } from '../../src/adapters/stacks/signatures/wallet.js';
import { makeMarketReader } from '../../src/application/market/market.js';
import { makeMetadata } from '../../src/application/metadata/metadata-core.js';
import { areFieldsSigned, makeCheckSignedTerms } from '../../src/application/orders/check-signed-terms.js';
import { makePrices } from '../../src/application/prices/prices-core.js';
import { makeReadVolumes } from '../../src/application/trades/read-volumes.js';
import { makeBrakes } from '../../src/application/execution/send/brakes.js';
import { checkLimits, readStandings } from '../../src/application/execution/send/check-owner.js';
import { makeOperatorAccounts } from '../../src/application/execution/send/operator-accounts.js';
import { findSwap, makeSwapReads } from '../../src/application/execution/send/find-swap.js';
import { makeGuardTrigger } from '../../src/application/execution/tick/guard-trigger.js';
import { makeMarks } from '../../src/application/execution/tick/marks.js';
import { makeBlockWatch } from '../../src/application/execution/tick/watch-blocks.js';
import { DEFAULT_SETTINGS } from '../../src/application/settings.js';
import type { Confirmation } from '../../src/domain/order/conditions/guards.js';
import { parseTargetPrice } from '../../src/domain/order/conditions/price-ratio.js';
import { handleOf } from '../../src/domain/order/terms/handle.js';
import { checkCanRun } from '../../src/domain/order/terms/never-runs.js';
import type { OpenOrder } from '../../src/domain/order/order.js';
import { parseSlippage } from '../../src/domain/router/slippage.js';
import { ok, unwrap, type Result } from '../../src/domain/shared/result.js';
import { toUnits } from '../../src/domain/shared/units.js';
import { readSignedMessage } from '../../src/domain/wallet/signed-message.js';
import type { StorageAccess } from '../../src/ports/index.js';
import { AN_OPERATOR, T0, uuidOf } from '../../test/support/builders.js';
import { coreHarness, ROUTER_V2, signedInput, WELSH } from '../../test/support/core-harness.js';
import { fixedClock } from '../../test/support/fixed-clock.js';
import { A_WALLET, TEST_ORIGIN } from '../../test/support/signing.js';

/** Something that an honest caller meets, timed as it runs in the server. */
export interface GuardCase {
  readonly name: string;
  /** Runs it so often; throws when it refuses. */
  readonly run: (times: number) => Promise<void>;
  /** How often per turn, so that turns are short and of similar length. */
  readonly turn: number;
}

/** What the guards are compared with. */
export const INTAKE = 'intake without signed terms';
export const ONE_READ = 'one read of one row';

/** Far above what is stored, so that every sum is read and no swap is refused. */
const LIMITS = {
  maxFeesPerHourUstx: 10n ** 12n,
  maxFeesPerDayUstx: 10n ** 12n,
  maxOrderUsd: 1e9,
  maxHourlyUsd: 1e9,
};
const PURE_TURN = 50;
const STORAGE_TURN = 10;

/** The cases over a storage that `guard-storage.ts` has filled. */
export async function guardCases(storage: StorageAccess): Promise<readonly GuardCase[]> {
  const { core, ports, clock } = coreHarness({ storage });
  const registry = ports.registry.current();
  const market = makeMarketReader(ports);
  const prices = makePrices(
    ports,
    {
      market,
      readFacts: makeMetadata(ports, DEFAULT_SETTINGS).facts,
      checkClock: async () => ok(),
      volumes: makeReadVolumes(ports),
    },
    DEFAULT_SETTINGS,
  );
  await prices.refresh();
  const settings = { ...DEFAULT_SETTINGS, limits: LIMITS };
  const by = { findPrice: prices.find, accounts: makeOperatorAccounts(ports, settings) };
  const brakes = makeBrakes(ports, by, settings);
  const laterClock = fixedClock(T0);
  const later = makeBrakes({ ...ports, clock: laterClock }, by, settings);
  const watch = makeBlockWatch({ clock, market, prices });
  const newGuard = () =>
    makeGuardTrigger(
      { clock, store: ports.prices, prices, watch, market, marks: makeMarks(ports) },
      DEFAULT_SETTINGS,
    );
  const guardTrigger = newGuard();

  const input = signedInput({ uuid: uuidOf(1), fields: { router: ROUTER_V2 } });
  const termsSignature = signTerms(input, A_WALLET.privateKey);
  const placed = unwrap(await core.orders.place({ ...input, termsSignature }));
  const { terms } = placed;
  const checkSignedTerms = makeCheckSignedTerms(ports, { requireSignedTerms: true });
  const slippage = unwrap(parseSlippage(DEFAULT_SETTINGS.slippage));
  const reads = makeSwapReads({ ...ports, market });
  const needs = { clock, market, ...reads, slippage, reservesMaxAgeMs: 5_000, inFlight: [] };
  const plan = unwrap(await findSwap(terms, { ...needs, by: 'owner' }));
  const message = JSON.stringify({
    action: 'execute_order',
    uuid: terms.uuid,
    timestamp: T0.getTime(),
    audience: TEST_ORIGIN,
    network: registry.network,
  });
  const audience = { network: registry.network, origins: [TEST_ORIGIN], isRequired: true };
  const expected = { action: 'execute_order', uuid: terms.uuid };
  const limitedBy = { senders: [AN_OPERATOR], now: T0, limits: { inFlight: 10, failures: 5 } };
  const firing = (confirm: Confirmation): OpenOrder => ({
    ...placed,
    status: 'open',
    terms: {
      ...terms,
      trigger: {
        kind: 'price',
        conditionToken: WELSH,
        baseAsset: 'USD',
        direction: 'gt',
        targetPrice: unwrap(parseTargetPrice('1')),
      },
      confirm,
    },
  });
  const guarded = (confirm: Confirmation, isFirst = false): GuardCase => {
    const name = `trigger guards: ${Object.entries(confirm).flat().reverse().join(' ')}`;
    return onStorage(isFirst ? `${name}, first of a run` : name, async () => {
      const held = await (isFirst ? newGuard() : guardTrigger)(firing(confirm));
      // The market has one pool of the token, so the own-pool guard is the last that the order meets.
      if (held !== undefined && held.kind !== 'own-pool')
        throw new Error(`an order that fires was held: ${held.kind}`);
    });
  };

  return [
    placing(core.orders.place),
    onStorage(ONE_READ, async () => void (await ports.orders.findById(terms.uuid))),
    pure('signed terms, at intake', async () => passes(await areFieldsSigned(terms, ports))),
    pure('signed terms, before sending', async () => void unwrap(await checkSignedTerms(terms))),
    pure('signed message with its audience and network', () => {
      unwrap(readSignedMessage(message, { expected, readContent: () => true }, { audience, now: T0 }));
    }),
    pure('handle of a uuid', () => passes(handleOf(terms.uuid, ports.hasher.sha256) === terms.handle)),
    pure('place checks: can the order run', () => void unwrap(checkCanRun(terms, registry))),
    pure('post-conditions with the owner’s minimum', () => {
      const own = { ...terms, minAmountOut: toUnits(1n) };
      unwrap(swapConditions({ ...plan, terms: own, router: terms.router }));
    }),
    onStorage('owner limits', async () => {
      const standings = await readStandings(ports.swaps, [terms.owner], limitedBy);
      unwrap(checkLimits(standings.get(terms.owner)!, limitedBy.limits));
    }),
    onStorage('brakes.check', async () => void unwrap(await brakes.check())),
    onStorage('brakes.check, first of a second', async () => {
      laterClock.advance(1_000);
      unwrap(await later.check());
    }),
    onStorage('brakes.weigh', async () => void unwrap(await brakes.weigh(terms))),
    {
      name: 'brakes.admitting, in the unit of work that stores',
      turn: STORAGE_TURN,
      run: async (times) => {
        await ports.unitOfWork.run(async (open) => {
          for (let n = 0; n < times; n++)
            unwrap(await brakes.admitting(open)({ feeUstx: 3_000n, worthUsd: 1 }));
          return ok();
        });
      },
    },
    guarded({ blocks: 0 }),
    ...[{ runs: 12 }, { minutes: 60 }, { minutes: 1_440 }].flatMap((confirm) => [
      guarded(confirm),
      guarded(confirm, true),
    ]),
  ];
}

const pure = (name: string, work: () => void | Promise<void>): GuardCase => ({
  name,
  turn: PURE_TURN,
  run: async (times) => {
    for (let n = 0; n < times; n++) await work();
  },
});

const onStorage = (name: string, work: () => Promise<void>): GuardCase => ({
  name,
  turn: STORAGE_TURN,
  run: async (times) => {
    for (let n = 0; n < times; n++) await work();
  },
});

type Place = (input: ReturnType<typeof signedInput>) => Promise<Result<unknown, unknown>>;

/** Each order is new; it is signed before the turn in which it is placed. */
function placing(place: Place): GuardCase {
  let next = 2;
  let signed = [signedInput({ uuid: uuidOf(next++) })];
  return {
    name: INTAKE,
    turn: 1,
    run: async () => {
      for (const input of signed) unwrap(await place(input));
      signed = [signedInput({ uuid: uuidOf(next++) })];
    },
  };
}

function passes(isPassed: boolean): void {
  if (!isPassed) throw new Error('a guard refused an honest caller');
}
