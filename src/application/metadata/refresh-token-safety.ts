import type { Token } from '../../domain/market/registry.js';
import { defined } from '../../domain/shared/fields.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { ok } from '../../domain/shared/result.js';
import { NO_FACTS, safetyFactsOf } from '../../domain/token-safety/safety-facts.js';
import { dueOf, tokenSafety, type TokenSafety } from '../../domain/token-safety/token-safety.js';
import type { ChainRead, Ports, TokenSafetyReader } from '../../ports/index.js';

type Needs = Pick<Ports, 'clock' | 'registry' | 'tokenUris' | 'tokenSafetyReader'>;

/**
 * Reads the safety facts of one listed token that has none yet, or counts its holders again. Costs four requests for a new
 * contract, whose source never changes, and one a week after that. Only tokens whose `token_uri` was read are considered, since
 * both are stored together. The result is undefined if nothing is due.
 */
export const makeRefreshTokenSafety =
  ({ clock, registry, tokenUris, tokenSafetyReader: reader }: Needs) =>
  async (): ChainRead<{ readonly contractId: ContractId } | undefined> => {
    if (reader === undefined) return ok(undefined);
    const now = clock.now();
    const known = new Map((await tokenUris.all()).map((each) => [each.contractId, each]));
    for (const token of registry.current().tokens) {
      const { contractId } = token;
      const before = known.get(contractId);
      const due = before && dueOf(before.safety, now);
      if (due === undefined) continue;
      const safety = await (due === 'all'
        ? readAll(token, reader, now)
        : recount(token, before!.safety!, reader, now));
      if (!safety.ok) return safety;
      await tokenUris.save({ ...before!, safety: safety.value });
      return ok({ contractId });
    }
    return ok(undefined);
  };

async function readAll(token: Token, reader: TokenSafetyReader, now: Date): ChainRead<TokenSafety> {
  const { contractId } = token;
  const found = await reader.describe(contractId);
  if (!found.ok) return found;
  if (found.value === undefined) return ok(tokenSafety(NO_FACTS, {}, now));
  const { height } = found.value;
  const deployedAt = height === undefined ? ok() : await reader.minedAt(height);
  if (!deployedAt.ok) return deployedAt;
  const holders = await countHolders(token, reader);
  if (!holders.ok) return holders;
  const facts = safetyFactsOf(contractId, found.value);
  const counted = defined({ height, deployedAt: deployedAt.value, holders: holders.value });
  return ok(tokenSafety(facts, counted, now));
}

async function recount(
  token: Token,
  { holders: _before, ...safety }: TokenSafety,
  reader: TokenSafetyReader,
  now: Date,
): ChainRead<TokenSafety> {
  const holders = await countHolders(token, reader);
  if (!holders.ok) return holders;
  return ok({ ...safety, ...defined({ holders: holders.value }), readAt: now.toISOString() });
}

/** Counts the holders of the token's asset. A subnet copy has none of its own. */
const countHolders = async (
  { contractId, identifier, type }: Token,
  reader: TokenSafetyReader,
): ChainRead<number | undefined> => (type === 'SUBNET' ? ok() : reader.holders(contractId, identifier));
