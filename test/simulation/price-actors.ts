import type { Core } from '../../src/application/core.js';
import type { AlertId } from '../../src/domain/alert/alert.js';
import type { AnyOrder } from '../../src/domain/order/terms/draft.js';
import { uuidOf } from '../support/builders.js';
import { walletProof, WELSH } from '../support/core-harness.js';
import type { Act } from './acts.js';
import { movedTrail, trailingOrder } from './trails.js';
import type { World } from './world.js';

type ActOf<D extends Act['do']> = Extract<Act, { readonly do: D }>;

/** Sends a request to one process after another until one responds; undefined if none does. */
export type Ask = <T>(request: (core: Core) => Promise<T>) => Promise<T | undefined>;

/** The first owner, as far as she follows prices: she lets stops trail them, and wants to be told about them. */
export class PriceActors {
  private readonly placed = new Map<number, AnyOrder>();
  private readonly alerts = new Map<number, AlertId>();
  private proofs = 0;

  constructor(
    private readonly world: World,
    private readonly ask: Ask,
  ) {}

  async trail({ n, terms }: ActOf<'trail'>): Promise<void> {
    const { planned, acknowledged } = this.world.history;
    const order = this.placed.get(n) ?? trailingOrder(n, terms);
    this.placed.set(n, order);
    planned.set(uuidOf(n), { trigger: 'at-once' });
    const placed = await this.ask((core) => core.orders.placeJson(order));
    if (placed?.ok) acknowledged.add(uuidOf(n));
  }

  async moveTrail({ n, trail, revision }: ActOf<'move trail'>): Promise<void> {
    const { revised } = this.world.history;
    const placed = this.placed.get(n);
    if (placed === undefined) return;
    const uuid = uuidOf(n);
    const amended = await this.ask((core) => core.orders.amend(uuid, movedTrail(placed, trail, revision)));
    if (amended?.ok !== true || amended.value.terms.revision !== revision) return;
    revised.set(uuid, Math.max(revision, revised.get(uuid) ?? 0));
  }

  async addAlert({ n, direction, usd }: ActOf<'alert'>): Promise<void> {
    if (this.alerts.has(n)) return;
    const condition = { kind: 'price', token: WELSH, direction, price: String(usd) };
    const proof = this.proof({ action: 'create_alert', ...condition });
    const created = await this.ask((core) => core.alerts.create(proof));
    if (created?.ok) this.alerts.set(n, created.value.id);
  }

  async changeAlert({ do: change, n }: ActOf<'rearm' | 'forget alert'>): Promise<void> {
    const alertId = this.alerts.get(n);
    if (alertId === undefined) return;
    const isRearmed = change === 'rearm';
    if (!isRearmed) this.alerts.delete(n);
    const proof = this.proof({ action: isRearmed ? 'rearm_alert' : 'delete_alert', alertId });
    await this.ask(({ alerts }) =>
      isRearmed ? alerts.rearm(alertId, proof) : alerts.remove(alertId, proof),
    );
  }

  private proof(fields: object) {
    return walletProof({ timestamp: this.world.time.now, once: ++this.proofs, ...fields });
  }
}
