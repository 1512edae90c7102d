const DEPLOYER = 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS';
const STX = '.stx';
const SBTC = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token';
const CHA = `${DEPLOYER}.charisma-token`;
const WELSH = 'SP3NE50GEXFG9SZGTT51P40X2CKYSZ5CC4ZTZ7A2G.welshcorgicoin-token';
const PEPE = 'SP1Z92MPDQEWZXW36VX71Q25HKF5K2EPCJ304F275.tokensoft-token-v4k68639zxz';

/** Mainnet's subnet copies by contract id, each with the base token whose price it has. */
export const MAINNET_SUBNETS: Readonly<Record<string, string>> = {
  [`${DEPLOYER}.charisma-token-subnet-v1`]: CHA,
  [`${DEPLOYER}.welsh-token-subnet-v1`]: WELSH,
  [`${DEPLOYER}.sbtc-token-subnet-v1`]: SBTC,
  [`${DEPLOYER}.pepe-token-subnet-v1`]: PEPE,
  [`${DEPLOYER}.charisma-token-subnet-v2`]: CHA,
  [`${DEPLOYER}.welsh-token-subnet-v2`]: WELSH,
  [`${DEPLOYER}.sbtc-token-subnet-v2`]: SBTC,
  [`${DEPLOYER}.stx-subnet-v2`]: STX,
};
