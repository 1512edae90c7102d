/**
 * What other exchanges call the filters of a list. Ignored as unknown names are, they would show everyone's orders for one owner's.
 * Lower case, without `-` and `_`.
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
  token: ['asset', 'mint', 'contractid'],
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

/** The filters by the names that others have for them. */
export const OTHER_FILTER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(OTHER_NAMES).flatMap(([filter, names]) => names.map((name) => [name, filter] as const)),
);
