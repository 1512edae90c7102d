const DEPLOYER = 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS';
const STX = '.stx';
const SBTC = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token';
const CHA = `${DEPLOYER}.charisma-token`;
const WELSH = 'SP3NE50GEXFG9SZGTT51P40X2CKYSZ5CC4ZTZ7A2G.welshcorgicoin-token';
const PEPE = 'SP1Z92MPDQEWZXW36VX71Q25HKF5K2EPCJ304F275.tokensoft-token-v4k68639zxz';
const USDH = 'SPN5AKG35QZSK2M8GAMR4AFX45659RJHDW353HSG.usdh-token-v1';
const AEUSDC = 'SP3Y2ZSH8P7D50B0VBTSX11S7XSG24M1VB9YFQA4K.token-aeusdc';
const USDCX = 'SP120SBRBQJ00MCWS7TM5R8WJNTTKD5K0HFRC2CNE.usdcx';
const ROO = 'SP2C1WREHGM75C7TGFAEJPFKTFTEGZKF6DFT6E2GE.kangaroo';

const STX_FACTS = { symbol: 'STX', name: 'Stacks Token', decimals: 6, identifier: 'STX' };
const SBTC_FACTS = { symbol: 'sBTC', name: 'sBTC', decimals: 8, identifier: 'sbtc-token' };
const CHA_FACTS = { symbol: 'CHA', name: 'Charisma', decimals: 6, identifier: 'charisma' };
const WELSH_FACTS = { symbol: 'WELSH', name: 'Welshcorgicoin', decimals: 6, identifier: 'welshcorgicoin' };
const PEPE_FACTS = { symbol: 'PEPE', name: 'Pepe Coin', decimals: 3, identifier: 'tokensoft-token' };

/** A subnet contract reports its base token's name, symbol and decimals. */
const subnet = (name: string, base: string, blaze: string, facts: object) => ({
  contractId: `${DEPLOYER}.${name}`,
  ...facts,
  type: 'SUBNET',
  base,
  blaze,
});

const pool = (
  contractId: string,
  [tokenA, tokenB]: readonly [string, string],
  feePpm: number,
  [name, symbol]: readonly [string, string],
) => ({ contractId, kind: 'pool', protocol: 'CHARISMA', tokenA, tokenB, feePpm, name, symbol });

const sublink = (contractId: string, tokenA: string, copy: string, label: string) => ({
  contractId,
  kind: 'sublink',
  protocol: 'CHARISMA',
  tokenA,
  tokenB: `${DEPLOYER}.${copy}`,
  feePpm: 0,
  name: `${label} sublink`,
  symbol: `${label.replace(' ', '-').toUpperCase()}-LINK`,
});

/** The mainnet deployment. A vault whose fee or tokens are not known for certain is left out. */
export const mainnetRegistry: unknown = {
  network: 'mainnet',
  routers: [
    { id: `${DEPLOYER}.x-multihop-v2`, payout: 'signer' },
    { id: `${DEPLOYER}.x-multihop-v1`, payout: 'signer' },
    { id: `${DEPLOYER}.x-multihop-rc9`, payout: 'any', legacyDefault: true },
  ],
  wstx: 'SP1Y5YSTAHZ88XYK1VPDH24GY0HPX5J4JECTMY4A1.wstx',
  sbtc: SBTC,
  verifier: { v1: `${DEPLOYER}.blaze-v1`, v2: `${DEPLOYER}.blaze-v2` },
  tokens: [
    { contractId: STX, ...STX_FACTS },
    { contractId: SBTC, ...SBTC_FACTS },
    { contractId: CHA, ...CHA_FACTS },
    { contractId: WELSH, ...WELSH_FACTS },
    { contractId: PEPE, ...PEPE_FACTS },
    { contractId: USDH, symbol: 'USDh', name: 'Hermetica USDh', decimals: 8, identifier: 'usdh' },
    { contractId: AEUSDC, symbol: 'aeUSDC', name: 'aeUSDC', decimals: 6, identifier: 'aeUSDC' },
    { contractId: USDCX, symbol: 'USDCx', name: 'USDCx', decimals: 6, identifier: 'usdcx-token' },
    { contractId: ROO, symbol: '$ROO', name: 'Kangaroo', decimals: 6, identifier: 'kangaroo' },
    subnet('charisma-token-subnet-v1', CHA, 'v1', CHA_FACTS),
    subnet('welsh-token-subnet-v1', WELSH, 'v1', WELSH_FACTS),
    subnet('sbtc-token-subnet-v1', SBTC, 'v1', SBTC_FACTS),
    subnet('pepe-token-subnet-v1', PEPE, 'v1', PEPE_FACTS),
    subnet('charisma-token-subnet-v2', CHA, 'v2', CHA_FACTS),
    subnet('welsh-token-subnet-v2', WELSH, 'v2', WELSH_FACTS),
    subnet('sbtc-token-subnet-v2', SBTC, 'v2', SBTC_FACTS),
    subnet('stx-subnet-v2', STX, 'v2', STX_FACTS),
  ],
  vaults: [
    pool(`${DEPLOYER}.charismatic-flow`, [STX, CHA], 15_000, ['Charismatic Flow', 'SXC']),
    pool(`${DEPLOYER}.welsh-community-lp`, [STX, WELSH], 20_000, ['Welsh Community LP', 'STX-WELSH']),
    pool(`${DEPLOYER}.charismatic-corgi-liquidity`, [CHA, WELSH], 50_000, [
      'Charismatic Corgi Liquidity',
      'CORGI',
    ]),
    pool('SP2D5BGGJ956A635JG7CJQ59FTRFRB0893514EZPJ.age-of-empires', [USDH, CHA], 10_000, [
      'Age of Empires',
      'AOE',
    ]),
    pool('SP15WAVKQNT241YVCGQMJS777E17H9TS96M21Q5DX.sexy-pepe', [STX, PEPE], 6_900, ['Sexy Pepe', 'PEPE69']),
    {
      contractId: `${DEPLOYER}.bitflow-aeusdc-usdcx`,
      kind: 'external',
      protocol: 'BITFLOW',
      tokenA: AEUSDC,
      tokenB: USDCX,
      feePpm: 500,
      externalPoolId: 'SM1FKXGNZJWSTWDWXQZJNF7B5TV5ZB235JTCXYXKD.dlmm-pool-aeusdc-usdcx-v-1-bps-1',
      name: 'Bitflow aeUSDC-USDCx',
      symbol: 'AEUSDCUSDCX',
    },
    sublink(`${DEPLOYER}.sub-link-vault-v7`, CHA, 'charisma-token-subnet-v1', 'CHA v1'),
    sublink(
      'SP1GQJNAM4E8287VMY51TE7A3855CR4P49QYYP9GS.welsh-sublink',
      WELSH,
      'welsh-token-subnet-v1',
      'WELSH v1',
    ),
    sublink(`${DEPLOYER}.blaze-bitcoin`, SBTC, 'sbtc-token-subnet-v1', 'sBTC v1'),
    sublink(`${DEPLOYER}.charisma-sublink-v2`, CHA, 'charisma-token-subnet-v2', 'CHA v2'),
    sublink(`${DEPLOYER}.welsh-sublink-v2`, WELSH, 'welsh-token-subnet-v2', 'WELSH v2'),
    sublink(`${DEPLOYER}.sbtc-sublink-v2`, SBTC, 'sbtc-token-subnet-v2', 'sBTC v2'),
    sublink(`${DEPLOYER}.stx-sublink-v2`, STX, 'stx-subnet-v2', 'STX v2'),
  ],
  blocked: [
    // Once quoted a fixed 1:1 whatever it held.
    'SP2D5BGGJ956A635JG7CJQ59FTRFRB0893514EZPJ.old-faithful',
    'SP1PMSY2QNBEH38BYJJ75EHQX3CMR70MCT51D4G30.BabyMojo',
    `${DEPLOYER}.liquid-staked-charisma`,
    'SP37WN2BYHKZ90T1ATHTCNG8EFYHS3B49KNGS02ZK.RALEX',
    'SP39859AD7RQ6NYK00EJ8HN1DWE40C576FBDGHPA0.chdollar',
    'SP39859AD7RQ6NYK00EJ8HN1DWE40C576FBDGHPA0.dmg-runes',
    'SP39859AD7RQ6NYK00EJ8HN1DWE40C576FBDGHPA0.uahdmg',
    'SP39859AD7RQ6NYK00EJ8HN1DWE40C576FBDGHPA0.dmg-lp-token',
    'SP39859AD7RQ6NYK00EJ8HN1DWE40C576FBDGHPA0.stx-lp-token',
    `${DEPLOYER}.abtc-dog-vault-wrapper-alex`,
  ],
};
