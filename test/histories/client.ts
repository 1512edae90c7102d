import { setTimeout } from 'node:timers/promises';
import type { Random } from '../simulation/random.js';
import type { Exchange, OrderBody } from '../support/exchange.js';
import { FIRES_AT_ONCE } from '../support/executor-runs.js';
import type { Wallet } from '../support/test-chain.js';
import type { Plan, Recorder } from './recorder.js';

/** Client that places orders and does with them what comes to its mind. */
export class Client {
  constructor(
    private readonly recorder: Recorder,
    private readonly hosts: readonly Exchange[],
    private readonly as: { readonly name: string; readonly wallet: Wallet },
  ) {}

  /** One order, from its placing on. */
  async live(random: Random): Promise<void> {
    const { recorder, as } = this;
    const { name, wallet } = as;
    const host = () => random.pick(this.hosts);
    const plan = this.plan(random);
    const again = random.pick(['no', 'no', 'same', 'other']);
    const other = { ...plan, body: host().signedOrder({ ...plan.body, amountIn: '2000000' }, wallet) };
    await Promise.all([
      recorder.place(name, host(), plan),
      ...(again === 'no' ? [] : [recorder.place(`${name}, again`, host(), again === 'same' ? plan : other)]),
    ]);
    const { uuid } = plan.body;
    const acts: readonly (() => Promise<void>)[] = [
      () => recorder.read(name, host(), uuid),
      () => recorder.read(name, host(), uuid),
      () => recorder.read(name, host(), uuid, '/events'),
      () => recorder.cancel(name, host(), plan),
      () => recorder.execute(name, host(), plan),
      () => recorder.place(name, host(), plan),
      ...(random.chance(0.2) ? [() => recorder.list(name, host(), wallet.address)] : []),
      () => setTimeout(random.below(400)),
    ];
    for (let left = 2 + random.below(5); left > 0; left--)
      await Promise.all(Array.from({ length: 1 + random.below(3) }, () => random.pick(acts)()));
  }

  async readAll(uuid: string): Promise<void> {
    for (const host of this.hosts) await this.recorder.read(this.as.name, host, uuid);
    await this.recorder.read(this.as.name, this.hosts[1]!, uuid, '/events');
  }

  private plan(random: Random): Plan {
    const { wallet } = this.as;
    const kind = random.pick(['manual', 'at once', 'soon', 'expiring']);
    const in_ = (ms: number) => new Date(Date.now() + ms).toISOString();
    const fields: OrderBody =
      kind === 'at once'
        ? FIRES_AT_ONCE
        : kind === 'soon'
          ? { ...FIRES_AT_ONCE, validFrom: in_(500 + random.below(1_500)) }
          : kind === 'expiring'
            ? { validTo: in_(3_000 + random.below(3_000)) }
            : {};
    const body = this.hosts[0]!.signedOrder({ ...fields, amountIn: '1000000' }, wallet);
    return { body, wallet, isDue: kind === 'at once' || kind === 'soon', expires: kind === 'expiring' };
  }
}
