/**
 * Names that other services use for the parameters of reads, in lower case without `-` and `_`. If they were ignored like other
 * unknown names, a read would show everyone's orders in place of one owner's.
 */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  owner: [
    'address',
    'user',
    'useraddress',
    'account',
    'wallet',
    'walletaddress',
    'maker',
    'trader',
    'sender',
    'principal',
  ],
  inputToken: ['tokenin', 'fromtoken', 'selltoken', 'inputmint', 'makerasset', 'sellasset'],
  outputToken: ['tokenout', 'totoken', 'buytoken', 'outputmint', 'takerasset', 'buyasset'],
  token: ['asset', 'mint', 'contractid', 'tokenid'],
  tokens: ['ids', 'contractids', 'contracts', 'symbols', 'assets', 'addresses'],
  principal: ['address', 'owner', 'deployer', 'prefix'],
  minPrice: ['pricefrom', 'minusd', 'minusdprice'],
  interval: ['resolution', 'granularity', 'timeframe', 'period'],
  quote: ['currency', 'vscurrency'],
  query: ['q', 'search'],
  slippage: ['slippagetolerance', 'maxslippage', 'slippagebps', 'slippagepercent'],
  pair: ['market', 'markets', 'pairs', 'symbol', 'product', 'productid'],
  status: ['state', 'orderstatus'],
  ids: ['id', 'uuid', 'uuids', 'orderid', 'orderids', 'handle', 'handles'],
  txid: ['tx', 'hash', 'txhash', 'transaction', 'transactionid', 'transactionhash'],
  strategyId: ['strategy', 'plan', 'planid'],
  from: ['createdfrom', 'createdafter', 'since', 'after', 'start', 'starttime', 'startdate'],
  to: ['createdto', 'createdbefore', 'until', 'before', 'end', 'endtime', 'enddate'],
  limit: ['pagesize', 'perpage', 'size', 'count', 'take'],
  page: ['offset', 'skip', 'pagenumber'],
  cursor: ['nextcursor', 'pagetoken', 'startingafter'],
  sortBy: ['sort', 'orderby'],
  sortOrder: ['order', 'direction'],
  search: ['q', 'query', 'filter'],
};

/** Returns the known parameter for which other services use this name; undefined if there is none. */
export function knownAs(name: string, known: readonly string[]): string | undefined {
  const plain = name.replace(/[-_]/g, '').toLowerCase();
  return known.find(
    (parameter) => Object.hasOwn(OTHER_NAMES, parameter) && OTHER_NAMES[parameter]!.includes(plain),
  );
}

/** Every parameter with its names in other services. */
export const otherNames = (): readonly (readonly [string, readonly string[]])[] =>
  Object.entries(OTHER_NAMES);
