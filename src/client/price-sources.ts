import { isFiniteNumber, isObject, listIn, type JsonObject } from './shapes.js';

/** Contract id and dollars for a whole token. */
export type PriceEntry = readonly [contractId: string, usd: number];

/** A price list of somebody else's. */
export interface ThirdPartySource {
  /** Answers all prices as JSON to a GET without headers of its own. */
  readonly url: string;
  /** Finds the prices in the answer; what is no finite number above 0 is left out afterwards. Throws for another shape. */
  readonly read: (answer: unknown) => Iterable<PriceEntry>;
}

const fieldsOf = (answer: unknown, list: { field: string; what: string }): readonly JsonObject[] =>
  listIn(answer, { ...list, of: isObject });

/** Wrapped STX, which ALEX's pools hold in place of STX. */
const ALEX_STX = 'SP102V8P0F7JX67ARQ77WEA3D3CFB5XW39REDT0AM.token-wstx-v2';

/**
 * The public token prices of ALEX, a decentralised exchange on Stacks: `{ data: [{ contract_id, last_price_usd }] }`. Its
 * price of wrapped STX stands for STX too.
 */
export const ALEX_PRICES: ThirdPartySource = {
  url: 'https://api.alexgo.io/v2/public/token-prices',
  read: (answer) =>
    fieldsOf(answer, { field: 'data', what: 'a list of ALEX prices' }).flatMap((token) => {
      const price = [token['contract_id'], token['last_price_usd']] as PriceEntry;
      return price[0] === ALEX_STX ? [price, ['.stx', price[1]]] : [price];
    }),
};

/** The legacy price service at a base address, with as many tokens as it tells at once. */
export const legacySource = (baseUrl: string): ThirdPartySource => ({
  url: `${baseUrl.replace(/\/+$/, '')}/prices?limit=1000`,
  read: (answer) =>
    fieldsOf(answer, { field: 'data', what: 'a list of legacy prices' }).map(
      (record) => [record['tokenId'], record['usdPrice']] as PriceEntry,
    ),
});

/** Whether this is a price: 0 is what services tell that know none. */
export const isPrice = ([contractId, usd]: PriceEntry): boolean =>
  typeof contractId === 'string' && isFiniteNumber(usd) && usd > 0;
