import type { SymbolError } from '../../../charts/symbols.js';
import type { Result } from '../../../../domain/shared/result.js';
import { HttpError, type ErrorCase } from '../../errors/problem.js';
import { shown } from '../../errors/shown.js';
import { ANY, badParameter } from '../../schema/outcomes.js';

const HOW = 'name a token by its contract id and /USD or /SBTC, as /search lists them';

const unknown = (text: string) => `No token is called ${text}: ${HOW}`;
const unknownQuote = (name: string, quote: string) =>
  `No prices of ${name} in ${quote}: there are /USD and /SBTC`;
const ambiguous = (text: string, tickers: string) =>
  `Several tokens are called ${text}: use one of ${tickers}`;

const UNKNOWN_SYMBOL: ErrorCase = {
  status: 404,
  code: 'token-not-priced',
  error: unknown(ANY),
  cause: 'no token that was ever priced has that contract id or symbol',
};
const UNKNOWN_QUOTE = badParameter(unknownQuote(ANY, ANY), 'a token is named with an unknown currency');
const AMBIGUOUS_SYMBOL = badParameter(ambiguous(ANY, ANY), 'several tokens have the symbol');

export const SYMBOL_ERRORS = [UNKNOWN_SYMBOL, UNKNOWN_QUOTE, AMBIGUOUS_SYMBOL];

/** @throws HttpError for a name that does not identify a single token. */
export function symbolOrThrow<T>(found: Result<T, SymbolError>): T {
  if (found.ok) return found.value;
  const { error } = found;
  switch (error.kind) {
    case 'unknown-symbol':
      throw refusal(UNKNOWN_SYMBOL, unknown(shown(error.name)));
    case 'unknown-quote':
      throw refusal(UNKNOWN_QUOTE, unknownQuote(shown(error.name), shown(error.quote)));
    case 'ambiguous-symbol':
      throw refusal(AMBIGUOUS_SYMBOL, ambiguous(shown(error.name), error.tickers.join(', ')));
  }
}

const refusal = ({ status, code }: ErrorCase, error: string) => new HttpError({ status, code, error });
