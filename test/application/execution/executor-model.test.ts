import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AN_OPERATOR, SECOND_OPERATOR, uuidOf } from '../../support/builders.js';
import { BlockChain, type BroadcastFault, type ReadCall } from '../../support/block-chain.js';
import { HOST } from '../../support/core-harness.js';
import type { PlannedOrder } from '../../support/planned-orders.js';
import { expectAgreement, expectSound, MINUTE, Model, Real } from './executor-model.js';

/** `npm run test:model` runs more histories; MODEL_SEED selects another sequence. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 30);
const SEED = process.env['MODEL_SEED'];
const MAX_ORDERS = 8;

type Command = fc.AsyncCommand<Model, Real>;

/** A step, followed by the check of every invariant. */
const step = (
  name: string,
  run: (model: Model, real: Real) => Promise<void> | void,
  check: (model: Readonly<Model>) => boolean = () => true,
): Command => ({
  check,
  run: async (model, real) => {
    await run(model, real);
    await expectSound(model, real);
  },
  toString: () => name,
});

const someOrder = ({ orders }: Readonly<Model>) => orders.length > 0;
const pick = ({ orders }: Model, n: number) => n % orders.length;

const place = (order: PlannedOrder) =>
  step(
    `place ${JSON.stringify(order)}`,
    async (model, real) => {
      await real.place(model.orders.length, order);
      model.orders.push({ ...order, createdMs: real.nowMs });
    },
    ({ orders }) => orders.length < MAX_ORDERS,
  );

const cancel = (n: number) =>
  step(
    `cancel ${n}`,
    async (model, real) => {
      const index = pick(model, n);
      const result = await real.core.orders.cancel({ ref: uuidOf(index), authorization: HOST });
      if (!result.ok) expect(result.error.kind).toBe('order-already-broadcast');
      else if (result.value.status === 'cancelled') model.cancelled.add(index);
    },
    someOrder,
  );

const execute = (n: number) =>
  step(
    `execute ${n}`,
    async (model, real) => {
      const index = pick(model, n);
      model.asked.add(index);
      await real.core.orders.execute({ ref: uuidOf(index), authorization: HOST });
    },
    someOrder,
  );

/** The executor sends the due orders and no others, and cancels the expired ones. */
const pass = () =>
  step('pass', async (model, real) => {
    const sentBefore = await sentOnes(model, real);
    const report = await real.core.execution.run();
    const orders = await real.orders(model.orders.length);
    const sentAfter = await sentOnes(model, real);
    for (const [n, order] of model.orders.entries()) {
      const isNew = sentAfter.has(n) && !sentBefore.has(n);
      if (isNew) expect({ n, isDue: model.isDue(order, real.nowMs) }).toEqual({ n, isDue: true });
      const stored = orders[n]!;
      if (stored.status !== 'open' || stored.sending !== undefined) continue;
      expect({ n, over: model.isOver(order, real.nowMs) }).toEqual({ n, over: false });
      if (report.left !== 'none' || !model.isDue(order, real.nowMs)) continue;
      const retry = await real.ports.executionQueue.retryOf(uuidOf(n));
      expect(retry?.at.getTime()).toBeGreaterThan(real.nowMs);
    }
  });

async function sentOnes(model: Model, real: Real): Promise<ReadonlySet<number>> {
  const orders = await real.orders(model.orders.length);
  const isSent = ({ status, ...rest }: (typeof orders)[number]) =>
    (status !== 'open' && status !== 'cancelled') || ('sending' in rest && rest.sending !== undefined);
  return new Set(orders.flatMap((order, n) => (isSent(order) ? [n] : [])));
}

const settle = () =>
  step('settle', async (model, real) => {
    await real.core.execution.settle();
    if (real.chain.isSound) await agree(model, real);
  });

/** An order takes at most a few steps to agree with a chain that no longer changes. */
async function agree(model: Model, real: Real, isOver = false): Promise<void> {
  for (let n = 0; n < 4; n++) await real.core.execution.settle();
  await expectAgreement(model, real, isOver);
}

const COMMANDS = [
  // Listed twice, so that histories contain many swaps.
  fc.constant(place({ trigger: 'at-once' })),
  fc
    .record(
      {
        trigger: fc.oneof(
          fc.constantFrom('manual', 'at-once'),
          fc.record({ direction: fc.constantFrom('gt', 'lt'), target: fc.integer({ min: 1, max: 5 }) }),
        ),
        opensAfter: fc.integer({ min: 0, max: 9 }),
        endsAfter: fc.integer({ min: 10, max: 40 }),
        group: fc.constant('oco' as const),
        greedy: fc.constant(true),
      },
      { requiredKeys: ['trigger'] },
    )
    .map((order) => place(order as PlannedOrder)),
  fc.nat({ max: 7 }).map(cancel),
  fc.nat({ max: 7 }).map(execute),
  fc.tuple(fc.integer({ min: 1, max: 5 }), fc.boolean()).map(([usd, thin]) =>
    step(`price ${usd}${thin ? ' thin' : ''}`, async (model, real) => {
      await real.recordPrice(usd, thin);
      model.price = { usd, thin, atMs: real.nowMs };
    }),
  ),
  fc.constant(0).map(pass),
  fc.constant(0).map(pass),
  fc.constant(0).map(settle),
  fc.constant(0).map(() => step('block', (_, real) => real.chain.mine())),
  fc.nat({ max: 9 }).map((n) => step(`foreign ${n}`, (_, real) => real.chain.mineForeign(n))),
  fc.nat({ max: 9 }).map((n) =>
    step(`drop ${n}`, (_, { chain }) => {
      const pending = chain.pending();
      if (pending.length > 0) chain.drop(pending[n % pending.length]!);
    }),
  ),
  fc.nat({ max: 9 }).map((n) => step(`resurface ${n}`, (_, real) => real.chain.resurface(n))),
  fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.boolean())
    .map(([blocks, lost]) =>
      step(`orphan ${blocks}${lost ? ' lost' : ''}`, (_, real) => real.chain.orphan(blocks, lost)),
    ),
  fc
    .constantFrom<BroadcastFault>('lost', 'answer-lost', 'refused')
    .map((fault) => step(`next broadcast ${fault}`, (_, real) => real.chain.failNext(fault))),
  fc
    .constantFrom<ReadCall>(
      'tip',
      'indexHeight',
      'blockAt',
      'nextNonce',
      'accountNonces',
      'transactionStatus',
      'transactionStatuses',
    )
    .map((call) => step(`cut ${call}`, (_, real) => real.chain.cutOff(call))),
  fc
    .integer({ min: 0, max: 20 })
    .map((blocks) => step(`lag ${blocks}`, (_, { chain }) => void (chain.lag = blocks))),
  fc.nat({ max: 1 }).map((n) =>
    step(`dry ${n}`, (_, { chain }) => {
      const { address } = chain.signers[n % chain.signers.length]!;
      if (!chain.dry.delete(address)) chain.dry.add(address);
    }),
  ),
  fc.constant(0).map(() => step('mend', (_, real) => real.chain.mend())),
  fc
    .constantFrom(1_000, 10_000, MINUTE, 10 * MINUTE, 60 * MINUTE)
    .map((ms) => step(`clock ${ms}`, (_, real) => real.harness.clock.advance(ms))),
  fc.constant(0).map(() => step('restart', (_, real) => real.restart())),
];

/** Once all faults are over, every order settles and agrees with the chain. */
async function finish(model: Model, real: Real): Promise<void> {
  real.chain.mend();
  for (let n = 0; n < 20; n++) {
    real.harness.clock.advance(MINUTE);
    await real.core.execution.settle();
    await real.core.execution.run();
    real.chain.mine();
  }
  await agree(model, real, true);
  await expectSound(model, real);
}

describe('RunExecutor and SettleSwaps against a model', () => {
  it.each([
    ['one account', [AN_OPERATOR]],
    ['two accounts', [AN_OPERATOR, SECOND_OPERATOR]],
  ])(
    `send every due order exactly once with %s, and agree with the chain over ${RUNS} random histories`,
    async (_, accounts) => {
      await fc.assert(
        fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: 40, size: 'max' }), async (commands) => {
          const [model, real] = [new Model(), new Real(new BlockChain(accounts))];
          await fc.asyncModelRun(() => ({ model, real }), commands);
          await finish(model, real);
        }),
        { numRuns: RUNS / accounts.length, ...(SEED !== undefined && { seed: Number(SEED) }) },
      );
    },
    600_000,
  );
});
