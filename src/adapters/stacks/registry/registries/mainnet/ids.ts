/** The address that deploys the exchange's contracts. */
export const DEPLOYER = 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS';
/** A contract of the exchange. */
export const own = (name: string) => `${DEPLOYER}.${name}`;

const ARKADIKO = 'SP2C2YFP12AJZB4MABJBAJ55XECVS7E4PMMZ89YZR';
const HERMETICA = 'SPN5AKG35QZSK2M8GAMR4AFX45659RJHDW353HSG';
const ALEX_LAB = 'SP102V8P0F7JX67ARQ77WEA3D3CFB5XW39REDT0AM';
const ALEX_BRIDGE = 'SP2XD7417HGPRTREMKF748VNEQPDRR0RMANB7X1NK';
const VELAR = 'SP1Y5YSTAHZ88XYK1VPDH24GY0HPX5J4JECTMY4A1';

/** Tokens by symbol. */
export const T = {
  STX: '.stx',
  sBTC: 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token',
  CHA: own('charisma-token'),
  WELSH: 'SP3NE50GEXFG9SZGTT51P40X2CKYSZ5CC4ZTZ7A2G.welshcorgicoin-token',
  PEPE: 'SP1Z92MPDQEWZXW36VX71Q25HKF5K2EPCJ304F275.tokensoft-token-v4k68639zxz',
  USDh: `${HERMETICA}.usdh-token-v1`,
  sUSDh: `${HERMETICA}.susdh-token-v1`,
  aeUSDC: 'SP3Y2ZSH8P7D50B0VBTSX11S7XSG24M1VB9YFQA4K.token-aeusdc',
  USDCx: 'SP120SBRBQJ00MCWS7TM5R8WJNTTKD5K0HFRC2CNE.usdcx',
  USDA: `${ARKADIKO}.usda-token`,
  DIKO: `${ARKADIKO}.arkadiko-token`,
  ROO: 'SP2C1WREHGM75C7TGFAEJPFKTFTEGZKF6DFT6E2GE.kangaroo',
  LEO: 'SP1AY6K3PQV5MRT6R4S671NWW2FRVPKM0BR162CT6.leo-token',
  ZEST: 'SP1A27KFY4XERQCCRCARCYD1CC5N7M6688BSYADJ7.zest-token',
  WPS: 'SP14J806BWEPQAXVA0G6RYZN7GNA126B7JFRRYTEM.world-peace-stacks-stxcity',
  SHARK: 'SP1KMAA7TPZ5AZZ4W67X74MJNFKMN576604CWNBQS.shark-coin-stxcity',
  NOT: 'SP32AEEF6WW5Y0NMJ1S8SBSZDAY8R5J32NBZFPKKZ.nope',
  SKULL: 'SP3BRXZ9Y7P5YP28PSR8YJT39RT51ZZBSECTCADGR.skullcoin-stxcity',
  HOOT: own('hooter-the-owl'),
  DMG: 'SP2D5BGGJ956A635JG7CJQ59FTRFRB0893514EZPJ.dme000-governance-token',
  xBTC: 'SP3DX3H4FEYZJZ586MFBS25ZW3HZDMEW92260R2PR.Wrapped-Bitcoin',
  pBTC: 'SP14NS8MVBRHXMM96BQY0727AJ59SWPV7RMHC0NCG.pontis-bridge-pBTC',
  stSTX: 'SP4SZE494VC2YC5JYG7AYFQ44F5Q4PYV7DVMDPBG.ststx-token',
  ALEX: `${ALEX_LAB}.token-alex`,
  LiALEX: `${ALEX_LAB}.auto-alex-v3`,
  aBTC: `${ALEX_BRIDGE}.token-abtc`,
  sUSDT: `${ALEX_BRIDGE}.token-susdt`,
  SAI: 'SP3M31QFF6S96215K4Y2Z9K5SGHJN384NV6YM6VM8.satoshai',
} as const;

export type TokenSymbol = keyof typeof T;

/** Contracts that hold the funds of other exchanges' pools. */
export const HOLDERS = {
  alex: `${ALEX_LAB}.amm-vault-v2-01`,
  arkadiko: `${ARKADIKO}.arkadiko-swap-v2-1`,
  velarCore: `${VELAR}.univ2-core`,
  velarPool: (number: string) => `SP20X3DC5R091J8B6YPQT638J8NR1W83KN6TN5BJY.univ2-pool-v1_0_0-${number}`,
  dlmm: (name: string) => `SM1FKXGNZJWSTWDWXQZJNF7B5TV5ZB235JTCXYXKD.dlmm-pool-${name}`,
  bitflow: (name: string) => `SM1793C4R5PZ4NS4VQ4WMP7SKKYVH8JZEWSZ9HCCR.${name}`,
  stableswap: (name: string) => `SPQC38PW542EQJ5M11CR25P7BS1CA6QT4TBXGB3M.stableswap-${name}`,
} as const;

/** Contract that represents STX in calls of token contracts. */
export const WSTX = `${VELAR}.wstx`;

/** Token that Arkadiko mints and burns while it swaps STX. */
export const ARKADIKO_WSTX = `${ARKADIKO}.wrapped-stx-token::wstx`;
