import { IsDefined, IsInt, IsString, Max, Min } from 'class-validator';
import type { Clock } from '../../../../ports/index.js';
import { findSymbol, searchSymbols } from '../../../charts/symbols.js';
import { operation, jsonText, preparedOperation, SENT } from '../../operation/operation.js';
import { Param } from '../../schema/request-class.js';
import { list, text } from '../../schema/schema.js';
import { PRICES_CACHING } from '../price-shapes.js';
import type { PriceParts } from '../read-prices.js';
import { SYMBOL_ERRORS, symbolOrThrow } from './symbol-errors.js';
import { CONFIG, CONFIG_SCHEMA, FOUND, SYMBOL, SYMBOL_TYPE, UDF_ERROR } from './udf-shapes.js';

export const udfConfig = preparedOperation({
  id: 'udfConfig',
  path: '/udf/config',
  summary: 'Configuration of this datafeed for TradingView’s UDF protocol',
  rules: ['Pass the address of /prices/udf to TradingView’s UDFCompatibleDatafeed.'],
  error: UDF_ERROR,
  response: { description: 'The configuration.', schema: CONFIG_SCHEMA, caching: 'public, max-age=3600' },
  curl: '"$BASE/prices/udf/config"',
  prepare: async (_: PriceParts) => ({ text: jsonText(CONFIG), unchanging: true }),
});

export const MISSING_SYMBOL = { message: 'symbol is missing: name a token, such as .stx/USD' };

class SymbolQuery {
  @IsDefined(MISSING_SYMBOL)
  @IsString()
  @Param('a ticker; a contract id or symbol with or without /USD or /SBTC is accepted if it names one token')
  symbol!: string;
}

export const udfSymbol = preparedOperation({
  id: 'udfSymbol',
  path: '/udf/symbols',
  summary: 'A token in one quote, as shown in a chart',
  query: SymbolQuery,
  error: UDF_ERROR,
  response: { description: 'The symbol.', schema: SYMBOL.schema, caching: PRICES_CACHING },
  errors: SYMBOL_ERRORS,
  curl: '"$BASE/prices/udf/symbols?symbol=$TOKEN/USD"',
  prepare: async ({ prices }: PriceParts, { query }) => ({
    text: jsonText(SYMBOL.write(symbolOrThrow(findSymbol(query.symbol, (await prices.list()).tokens)))),
  }),
});

const MOST_FOUND = 100;

class SearchQuery {
  @IsString()
  @Param('a part of a symbol, name or contract id, in any case; /USD or /SBTC at its end names the quote')
  query = '';

  @IsString() @Param('only this type; every type when empty') type = '';
  @IsString() @Param('only this exchange; every exchange when empty') exchange = '';
  @IsInt() @Min(1) @Max(MOST_FOUND) @Param('maximum number of symbols to return') limit = 30;
}

const RESULTS = list(FOUND.schema, 'symbols equal to the text first, then by liquidity');
const [EXCHANGE] = CONFIG.exchanges;

const isOurs = ({ type, exchange }: SearchQuery) =>
  ['', SYMBOL_TYPE].includes(type) && ['', EXCHANGE!.value].includes(exchange);

export const udfSearch = preparedOperation({
  id: 'udfSearch',
  limitedAs: 'reads',
  path: '/udf/search',
  summary: 'Tokens by a part of their symbol, name or contract id, for the search of a chart',
  query: SearchQuery,
  error: UDF_ERROR,
  response: { description: 'The symbols found.', schema: RESULTS, caching: PRICES_CACHING },
  curl: '"$BASE/prices/udf/search?query=sbtc&limit=5"',
  prepare: async ({ prices }: PriceParts, { query }) => {
    const { tokens } = await prices.list();
    const found = isOurs(query) ? searchSymbols(query.query, tokens, query.limit) : [];
    return { text: jsonText(found.map((one) => FOUND.write(one))) };
  },
});

export const udfTime = operation({
  id: 'udfTime',
  path: '/udf/time',
  summary: 'The server’s clock in Unix seconds, as text',
  error: UDF_ERROR,
  response: { description: 'The time.', schema: text('Unix seconds'), mediaType: 'text/plain' },
  curl: '"$BASE/prices/udf/time"',
  handle: ({ clock }: { readonly clock: Clock }, { res }) => {
    res.type('text/plain').send(String(Math.floor(clock.now().getTime() / 1000)));
    return SENT;
  },
});
