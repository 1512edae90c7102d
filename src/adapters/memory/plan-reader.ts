import { positionOf, type Order } from '../../domain/order/order.js';
import { planOf, planPart, type Plan } from '../../domain/order/terms/plan.js';
import type { Address } from '../../domain/shared/address.js';
import type { PlanPage, PlanQuery, PlanReader } from '../../ports/plan-reader.js';
import { byCreation } from './order-repository.js';
import type { Session } from './tables.js';

export class InMemoryPlanReader implements PlanReader {
  constructor(private readonly session: Session) {}

  async find(owner: Address, strategyId: string): Promise<Plan | undefined> {
    return (await this.plansOf(owner)).find((plan) => plan.strategyId === strategyId);
  }

  async list({ owner, after, limit }: PlanQuery): Promise<PlanPage> {
    const plans = (await this.plansOf(owner))
      .filter(({ strategyId }) => after === undefined || byBytes(strategyId, after) > 0)
      .sort((a, b) => byBytes(a.strategyId, b.strategyId));
    const last = plans.length > limit ? plans[limit - 1] : undefined;
    return { plans: plans.slice(0, limit), ...(last && { next: last.strategyId }) };
  }

  private plansOf(owner: Address): Promise<Plan[]> {
    return this.session.read(({ orders }) => {
      const byId = new Map<string, Order[]>();
      for (const order of orders.values()) {
        const { strategyId } = order.terms.strategy;
        if (order.terms.owner !== owner || !strategyId) continue;
        byId.set(strategyId, [...(byId.get(strategyId) ?? []), order]);
      }
      return [...byId.values()].map((members) => {
        const [oldest] = members.sort((a, b) => byCreation(positionOf(a), positionOf(b)));
        return planOf(oldest!.terms, members.map(planPart));
      });
    });
  }
}

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
