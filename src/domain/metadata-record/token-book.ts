import type { Token } from '../market/registry.js';
import type { ContractId } from '../shared/contract-id.js';
import { describeToken, withoutInlineImage, type TokenFacts, type TokenFactsById } from './token-facts.js';

/** A token that the registry does not list, or no longer lists, with the facts of its metadata. */
export interface UnlistedToken extends TokenFacts {
  readonly contractId: ContractId;
  readonly unlisted: true;
}

/**
 * The registry's tokens as described by their metadata. A token is always returned as the same object, so callers may cache
 * values derived from it.
 */
export class TokenBook {
  private readonly byId: ReadonlyMap<ContractId, Token>;
  private readonly listedTokens = new Map<ContractId, Token>();
  private readonly unlistedTokens = new Map<ContractId, UnlistedToken>();

  constructor(
    tokens: readonly Token[],
    private readonly facts: TokenFactsById,
  ) {
    this.byId = new Map(tokens.map((token) => [token.contractId, token]));
  }

  /** Adds metadata facts to a token that does not come from the registry's list, such as a vault's LP token. */
  withFacts(token: Token): Token {
    return describeToken(token, this.facts);
  }

  /** A token of the registry; undefined for any other. */
  listed(id: ContractId): Token | undefined {
    const known = this.listedTokens.get(id);
    if (known !== undefined) return known;
    const token = this.byId.get(id);
    if (token === undefined) return undefined;
    const described = describeToken(token, this.facts);
    this.listedTokens.set(id, described);
    return described;
  }

  /** Describes any token. One that the registry does not list is described by its metadata or, without any, by its contract id alone. */
  describe(id: ContractId): Token | UnlistedToken {
    const token = this.listed(id) ?? this.unlistedTokens.get(id);
    if (token !== undefined) return token;
    const known = withoutInlineImage(this.facts.get(id) ?? {});
    const unlisted = { ...known, contractId: id, unlisted: true as const };
    this.unlistedTokens.set(id, unlisted);
    return unlisted;
  }
}
