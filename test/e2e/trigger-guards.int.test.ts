import { describe, expect, it } from '@jest/globals';
import { setInterval } from 'node:timers/promises';
import { onlyOn } from '../support/databases.js';
import type { Exchange } from '../support/exchange.js';
import { useTestBed } from '../support/test-bed.js';

interface Evaluation {
  readonly state: string;
  readonly reason: string;
  readonly ratio?: string;
  readonly confirmed?: number;
  readonly confirm?: number;
  readonly retryAt?: string;
}

/** Sats that the whale swaps: they raise the pool's price by nine tenths. */
const LOAN = '100000000';
const DEADLINE_MS = 30_000;

describe.each(onlyOn('SQLite'))('a whale that moves a pool for one price run, on $name', ({ create }) => {
  // Records nothing: the first price run is that of the second server, after the whale's move.
  const bed = useTestBed(create, [{ SLUICE_ROLES: 'api' }]);

  const quartz = () =>
    bed.chain.devnet.registry.tokens.find(({ contractId }) => contractId.endsWith('.quartz'))!.contractId;

  const move = async (opcode: number, amount: string): Promise<void> => {
    const swap = { vault: 'sbtc-quartz', opcode, amount };
    expect(await bed.chain.control('/swap', swap)).toMatchObject({ status: 200 });
    await bed.chain.control('/mine');
  };

  const place = async (server: Exchange, targetPrice: string, guards: object = {}): Promise<string> => {
    const order = server.signedOrder({ conditionToken: quartz(), direction: 'gt', targetPrice });
    expect(await server.place({ ...order, maxPriceImpact: 1, ...guards })).toMatchObject({ status: 200 });
    return order.uuid;
  };

  /** Mines until the order's evaluation is as wanted. */
  const evaluation = async (server: Exchange, uuid: string, isWanted: (seen: Evaluation) => boolean) => {
    const from = performance.now();
    let seen: unknown;
    for await (const _tick of setInterval(100)) {
      const { data } = (await server.read<{ status: string; evaluation?: Evaluation }>(`/orders/${uuid}`))
        .body;
      seen = data;
      if (data.evaluation !== undefined && isWanted(data.evaluation)) return data.evaluation;
      if (performance.now() - from > DEADLINE_MS) break;
      await bed.chain.control('/mine');
    }
    throw new Error(`the evaluation of ${uuid} is not as wanted: ${JSON.stringify(seen)}`);
  };

  it('does not pull a trigger whose price later blocks do not confirm', async () => {
    const query = `tokenIn=${bed.chain.devnet.registry.sbtc}&tokenOut=${quartz()}&amount=${LOAN}`;
    const bought = (await bed.exchange.read<{ amountOutExact: string }>(`/quote?${query}`)).body.data;
    await move(0, LOAN);
    await bed.exchange.end('SIGTERM');
    const server = await bed.open();

    const probe = await place(server, '1000000');
    const { ratio } = await evaluation(server, probe, ({ reason }) => reason === 'waiting-price');
    const target = String(0.9 * Number(ratio));
    const careless = await place(server, target, { confirm: { blocks: 0 } });
    const guarded = await place(server, target);
    await server.until(careless, 'broadcasted');
    // The best route passes the pool that was moved, so the price must hold five times as long.
    const held = ({ reason }: Evaluation) => reason === 'own-pool';
    const first = await evaluation(server, guarded, held);
    expect(first).toMatchObject({ state: 'waiting', confirm: 10, unit: 'blocks' });

    await move(1, bought.amountOutExact);
    // The executor has looked again, or a new run has recorded the old price.
    const second = await evaluation(
      server,
      guarded,
      ({ reason, retryAt }) => reason === 'waiting-price' || (retryAt ?? first.retryAt) !== first.retryAt,
    );
    expect(second.confirmed ?? 0).toBe(0);
    expect((await server.read(`/orders/${guarded}`)).body.data['status']).toBe('open');

    const real = await place(server, String(0.5 * Number(ratio)));
    await bed.chain.control('/mine', { blocks: 2 });
    await server.until(real, 'broadcasted');
    expect((await server.read(`/orders/${guarded}`)).body.data['status']).toBe('open');
  }, 90_000);
});
