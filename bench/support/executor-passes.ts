import type { OrderUuid } from '../../src/domain/order/ids.js';
import type { Address } from '../../src/domain/shared/address.js';
import { anEvent, anOpenOrder, uuidOf } from '../../test/support/builders.js';
import { aWindowCondition } from '../../test/support/conditions.js';
import { DOLLAR, ROUTER_V2, WELSH_SUBNET, type CoreHarness } from '../../test/support/core-harness.js';
import { mineAll } from '../../test/support/executor-steps.js';

/** Orders that one pass sends: fewer than an account may have in flight. */
const ORDERS = 20;
/** Each takes a while, so that the clock of the executor moves as it does in a server. */
const PASS_MS = 1_000;

/** Passes of the executor, each of which finds, evaluates and sends orders that became due. */
export class ExecutorPasses {
  private placed = 0;

  /** @param owner of the orders. */
  constructor(
    private readonly harness: CoreHarness,
    private readonly owner: Address,
  ) {}

  /** Stores the orders of the next pass, and settles those of the last one. */
  async prepare(): Promise<void> {
    const { core, ports, clock, chain, liquidity, observed } = this.harness;
    await mineAll(this.harness);
    chain.height += 1;
    await core.execution.settle();
    // What the stand-ins remember would grow with the passes.
    for (const list of [chain.sent, chain.calls, liquidity.asked, liquidity.readings, observed])
      list.length = 0;
    clock.advance(PASS_MS);
    await ports.unitOfWork.run(async (storage) => {
      for (let n = 0; n < ORDERS; n++) {
        const uuid = this.nextUuid();
        const inserted = await storage.orders.insert(this.order(uuid));
        if (!inserted.ok) return inserted;
        await storage.events.append({ uuid, event: anEvent() });
      }
      return { ok: true, value: undefined };
    });
  }

  async run(): Promise<void> {
    const report = await this.harness.core.execution.run();
    const sent = this.harness.chain.sent.length;
    if (sent !== ORDERS)
      throw new Error(`a pass sent ${sent} of ${ORDERS} orders: ${JSON.stringify(report)}`);
  }

  private nextUuid(): OrderUuid {
    return uuidOf(1_000 + this.placed++);
  }

  private order(uuid: OrderUuid) {
    return anOpenOrder({
      uuid,
      owner: this.owner,
      recipient: this.owner,
      inputToken: WELSH_SUBNET,
      outputToken: DOLLAR,
      router: ROUTER_V2,
      trigger: aWindowCondition(),
    });
  }
}
