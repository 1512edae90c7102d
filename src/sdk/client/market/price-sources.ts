import { isFiniteNumber, isObject, listIn } from '../transport/request-json.js';

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

/** The legacy price service at a base address. Requests its largest page. */
export const legacySource = (baseUrl: string): ThirdPartySource => ({
  url: `${baseUrl.replace(/\/+$/, '')}/prices?limit=1000`,
  read: (response) =>
    listIn(response, { field: 'data', of: isObject, what: 'a list of legacy prices' }).map(
      (record) => [record['tokenId'], record['usdPrice']] as PriceEntry,
    ),
});

/** Whether the entry is a price; services return 0 for an unknown price. */
export const isPrice = ([contractId, usd]: PriceEntry): boolean =>
  typeof contractId === 'string' && isFiniteNumber(usd) && usd > 0;

const DEPLOYER = 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS';
const STX = '.stx';
const SBTC = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token';
const CHA = `${DEPLOYER}.charisma-token`;
const WELSH = 'SP3NE50GEXFG9SZGTT51P40X2CKYSZ5CC4ZTZ7A2G.welshcorgicoin-token';

/** Mainnet's subnet copies by contract id, each with the base token whose price it has. */
export const MAINNET_SUBNETS: Readonly<Record<string, string>> = {
  'SP2KGJEAZRDVK78ZWTRGSDE11A1VMZVEATNQFZ73C.world-peace-stacks-stxcity-subnet':
    'SP14J806BWEPQAXVA0G6RYZN7GNA126B7JFRRYTEM.world-peace-stacks-stxcity',
  [`${DEPLOYER}.aeusdc-token-subnet-v2`]: 'SP3Y2ZSH8P7D50B0VBTSX11S7XSG24M1VB9YFQA4K.token-aeusdc',
  [`${DEPLOYER}.charisma-token-subnet-v1`]: CHA,
  [`${DEPLOYER}.charisma-token-subnet-v2`]: CHA,
  [`${DEPLOYER}.hoot-token-subnet-v2`]: `${DEPLOYER}.hooter-the-owl`,
  [`${DEPLOYER}.hooter-the-owl-subnet`]: `${DEPLOYER}.hooter-the-owl`,
  [`${DEPLOYER}.kangaroo-subnet`]: 'SP2C1WREHGM75C7TGFAEJPFKTFTEGZKF6DFT6E2GE.kangaroo',
  [`${DEPLOYER}.leo-token-subnet-v1`]: 'SP1AY6K3PQV5MRT6R4S671NWW2FRVPKM0BR162CT6.leo-token',
  [`${DEPLOYER}.leo-token-subnet-v2`]: 'SP1AY6K3PQV5MRT6R4S671NWW2FRVPKM0BR162CT6.leo-token',
  [`${DEPLOYER}.nope-subnet`]: 'SP32AEEF6WW5Y0NMJ1S8SBSZDAY8R5J32NBZFPKKZ.nope',
  [`${DEPLOYER}.nope-token-subnet-v2`]: 'SP32AEEF6WW5Y0NMJ1S8SBSZDAY8R5J32NBZFPKKZ.nope',
  [`${DEPLOYER}.pepe-token-subnet-v1`]:
    'SP1Z92MPDQEWZXW36VX71Q25HKF5K2EPCJ304F275.tokensoft-token-v4k68639zxz',
  [`${DEPLOYER}.pepe-token-subnet-v2`]:
    'SP1Z92MPDQEWZXW36VX71Q25HKF5K2EPCJ304F275.tokensoft-token-v4k68639zxz',
  [`${DEPLOYER}.roo-token-subnet-v2`]: 'SP2C1WREHGM75C7TGFAEJPFKTFTEGZKF6DFT6E2GE.kangaroo',
  [`${DEPLOYER}.sbtc-token-subnet-v1`]: SBTC,
  [`${DEPLOYER}.sbtc-token-subnet-v2`]: SBTC,
  [`${DEPLOYER}.skull-token-subnet-v2`]: 'SP3BRXZ9Y7P5YP28PSR8YJT39RT51ZZBSECTCADGR.skullcoin-stxcity',
  [`${DEPLOYER}.skullcoin-stxcity-subnet`]: 'SP3BRXZ9Y7P5YP28PSR8YJT39RT51ZZBSECTCADGR.skullcoin-stxcity',
  [`${DEPLOYER}.stx-subnet-v2`]: STX,
  [`${DEPLOYER}.susdh-token-subnet-v1`]: 'SPN5AKG35QZSK2M8GAMR4AFX45659RJHDW353HSG.susdh-token-v1',
  [`${DEPLOYER}.susdh-token-subnet-v2`]: 'SPN5AKG35QZSK2M8GAMR4AFX45659RJHDW353HSG.susdh-token-v1',
  [`${DEPLOYER}.token-aeusdc-subnet`]: 'SP3Y2ZSH8P7D50B0VBTSX11S7XSG24M1VB9YFQA4K.token-aeusdc',
  [`${DEPLOYER}.usda-token-subnet`]: 'SP2C2YFP12AJZB4MABJBAJ55XECVS7E4PMMZ89YZR.usda-token',
  [`${DEPLOYER}.usda-token-subnet-v2`]: 'SP2C2YFP12AJZB4MABJBAJ55XECVS7E4PMMZ89YZR.usda-token',
  [`${DEPLOYER}.usdcx-token-subnet-v2`]: 'SP120SBRBQJ00MCWS7TM5R8WJNTTKD5K0HFRC2CNE.usdcx',
  [`${DEPLOYER}.usdh-token-subnet-v2`]: 'SPN5AKG35QZSK2M8GAMR4AFX45659RJHDW353HSG.usdh-token-v1',
  [`${DEPLOYER}.usdh-token-v1-subnet`]: 'SPN5AKG35QZSK2M8GAMR4AFX45659RJHDW353HSG.usdh-token-v1',
  [`${DEPLOYER}.welsh-token-subnet-v1`]: WELSH,
  [`${DEPLOYER}.welsh-token-subnet-v2`]: WELSH,
  [`${DEPLOYER}.wps-token-subnet-v2`]: 'SP14J806BWEPQAXVA0G6RYZN7GNA126B7JFRRYTEM.world-peace-stacks-stxcity',
  [`${DEPLOYER}.zest-token-subnet`]: 'SP1A27KFY4XERQCCRCARCYD1CC5N7M6688BSYADJ7.zest-token',
  [`${DEPLOYER}.zest-token-subnet-v2`]: 'SP1A27KFY4XERQCCRCARCYD1CC5N7M6688BSYADJ7.zest-token',
};
