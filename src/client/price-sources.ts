import { isFiniteNumber, isObject, listIn } from './request-json.js';

/** Contract id and dollars for a whole token. */
export type PriceEntry = readonly [contractId: string, usd: number];

/** A price list of another service. */
export interface ThirdPartySource {
  /** Returns all prices as JSON to a plain GET. */
  readonly url: string;
  /** Extracts the prices; those that are not finite and above 0 are dropped afterwards. Throws for an unexpected shape. */
  readonly read: (response: unknown) => Iterable<PriceEntry>;
}

/** Wrapped STX, which ALEX's pools hold instead of STX. */
const ALEX_STX = 'SP102V8P0F7JX67ARQ77WEA3D3CFB5XW39REDT0AM.token-wstx-v2';

/**
 * The public token prices of ALEX, a decentralised exchange on Stacks: `{ data: [{ contract_id, last_price_usd }] }`. The
 * price of wrapped STX also serves as that of STX.
 */
export const ALEX_PRICES: ThirdPartySource = {
  url: 'https://api.alexgo.io/v2/public/token-prices',
  read: (response) =>
    listIn(response, { field: 'data', of: isObject, what: 'a list of ALEX prices' }).flatMap((token) => {
      const price = [token['contract_id'], token['last_price_usd']] as PriceEntry;
      return price[0] === ALEX_STX ? [price, ['.stx', price[1]]] : [price];
    }),
};

/** The legacy price service at a base address, with its largest page. */
export const legacySource = (baseUrl: string): ThirdPartySource => ({
  url: `${baseUrl.replace(/\/+$/, '')}/prices?limit=1000`,
  read: (response) =>
    listIn(response, { field: 'data', of: isObject, what: 'a list of legacy prices' }).map(
      (record) => [record['tokenId'], record['usdPrice']] as PriceEntry,
    ),
});

/** Whether the entry is a price; services return 0 for an unknown one. */
export const isPrice = ([contractId, usd]: PriceEntry): boolean =>
  typeof contractId === 'string' && isFiniteNumber(usd) && usd > 0;

const DEPLOYER = 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS';
const STX = '.stx';
const SBTC = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token';
const CHA = `${DEPLOYER}.charisma-token`;
const WELSH = 'SP3NE50GEXFG9SZGTT51P40X2CKYSZ5CC4ZTZ7A2G.welshcorgicoin-token';

/** Mainnet's subnet copies by contract id, each with the base token whose price it has. */
export const MAINNET_SUBNETS: Readonly<Record<string, string>> = {
  [`${DEPLOYER}.charisma-token-subnet-v1`]: CHA,
  [`${DEPLOYER}.welsh-token-subnet-v1`]: WELSH,
  [`${DEPLOYER}.sbtc-token-subnet-v1`]: SBTC,
  [`${DEPLOYER}.pepe-token-subnet-v1`]:
    'SP1Z92MPDQEWZXW36VX71Q25HKF5K2EPCJ304F275.tokensoft-token-v4k68639zxz',
  [`${DEPLOYER}.charisma-token-subnet-v2`]: CHA,
  [`${DEPLOYER}.welsh-token-subnet-v2`]: WELSH,
  [`${DEPLOYER}.sbtc-token-subnet-v2`]: SBTC,
  [`${DEPLOYER}.stx-subnet-v2`]: STX,
};
