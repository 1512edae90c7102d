import { isKnown, tokensBySymbol } from '../../domain/market/known-tokens.js';
import type { NoRoute } from '../../domain/router/quote.js';
import { parseContractId, type ContractId } from '../../domain/shared/contract-id.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';

/** A side of the swap that is not a token of the exchange. */
export interface UnknownSide {
  readonly parameter: 'tokenIn' | 'tokenOut';
  /** As the caller wrote it: any text. */
  readonly token: string;
  /** The tokens whose symbol is this text. */
  readonly meant: readonly ContractId[];
}

/** Reason why there is no quote, with the unknown sides if they are the reason. */
export interface NoQuote extends NoRoute {
  readonly unknown?: readonly UnknownSide[];
}

/** The two tokens of a swap, as the caller wrote them. */
type Texts = Readonly<Record<UnknownSide['parameter'], string>>;

/** The two tokens of a swap by contract id. */
export interface Sides {
  readonly ids: Readonly<Record<UnknownSide['parameter'], ContractId>>;
  /** Adds the unknown sides to the reason, if they are it. */
  readonly explain: (error: NoRoute) => NoQuote;
}

/** Parses the tokens of swaps. */
export const makeReadSides =
  ({ hasher, registry }: Pick<Ports, 'hasher' | 'registry'>) =>
  (texts: Texts): Result<Sides, NoQuote> => {
    const current = registry.current();
    const parse = (raw: string) => parseContractId(raw, current.network, hasher.sha256);
    const ids = { tokenIn: parse(texts.tokenIn), tokenOut: parse(texts.tokenOut) };
    const unknown = (): readonly UnknownSide[] =>
      (['tokenIn', 'tokenOut'] as const).flatMap((parameter) => {
        const [token, id] = [texts[parameter], ids[parameter]];
        if (id.ok && isKnown(id.value, current)) return [];
        return [{ parameter, token, meant: tokensBySymbol(token, current) }];
      });
    const explain = (error: NoRoute): NoQuote =>
      error.reason === 'unknown-token' ? { ...error, unknown: unknown() } : error;
    const { tokenIn, tokenOut } = ids;
    if (!tokenIn.ok || !tokenOut.ok) return err(explain({ kind: 'no-route', reason: 'unknown-token' }));
    return ok({ ids: { tokenIn: tokenIn.value, tokenOut: tokenOut.value }, explain });
  };
