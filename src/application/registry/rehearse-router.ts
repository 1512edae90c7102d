import type { Registry, RouterContract, Token } from '../../domain/market/registry.js';
import { Findings, type Finding } from '../../domain/registry/finding.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { toUnits } from '../../domain/shared/units.js';
import { rulesOf } from '../../domain/vault/kinds.js';
import type { Vault } from '../../domain/vault/vault.js';
import type { TrialChain } from '../../ports/index.js';
import { trialHop } from './trial-hop.js';

/** A router and a subnet copy that it has accepted. An order that pays with the copy can try any hop. */
export interface Payment {
  readonly router: RouterContract;
  readonly paid: Token;
}

/** Outcome of a router's orders. */
interface RehearsedRouter {
  /** The router with one accepted copy for each domain that it should know. */
  readonly taken: readonly Payment[];
  readonly findings: readonly Finding[];
}

const WITHDRAWN = toUnits(10_000n);

/**
 * Tries an order that withdraws a subnet copy for each domain that the router should know, and one more with a recipient other
 * than the signer.
 */
export async function rehearseRouter(
  router: RouterContract,
  registry: Registry,
  trials: TrialChain,
): Promise<RehearsedRouter> {
  const { all, disagrees, unread } = new Findings('routers', router.id);
  const taken: Payment[] = [];
  for (const blaze of router.blaze) {
    let reason = `no sublink of a ${blaze} copy`;
    for (const sublink of registry.vaults) {
      const paid = copyOf(sublink, registry);
      if (paid?.blaze !== blaze) continue;
      const hop = trialHop(sublink, 1, { dx: WITHDRAWN, dy: WITHDRAWN });
      const order = { registry, router, paid: paid.contractId, hop };
      const own = await trials.order(order);
      if (!own.ok) {
        reason = own.error.reason;
        continue;
      }
      taken.push({ router, paid });
      if (taken.length > 1) break;
      const others = await trials.order({ ...order, toAnother: true });
      if (others.ok) {
        if (router.payout === 'signer') disagrees('payout', 'signer', 'any: it paid another');
      } else if (others.error.kind !== 'refused') unread('payout', router.payout, others.error.reason);
      else if (router.payout === 'any') disagrees('payout', 'any', `signer: ${others.error.reason}`);
      break;
    }
    if (!taken.some(({ paid }) => paid.blaze === blaze)) unread('swap', `takes ${blaze} copies`, reason);
  }
  return { taken, findings: all };
}

/** The subnet copy of a sublink; undefined for other vaults. */
export function copyOf(vault: Vault, registry: Registry): Token | undefined {
  return rulesOf(vault).isEven ? tokenIn(registry, vault.tokenB) : undefined;
}

const tokenIn = ({ tokens }: Registry, id: ContractId): Token | undefined =>
  tokens.find(({ contractId }) => contractId === id);
