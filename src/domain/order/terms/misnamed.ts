import { closestName } from '../../shared/closest-name.js';

/**
 * Names that other exchanges, and this server's quotes, use for the fields that limit an order or prevent duplicates, in lower
 * case and without `-` and `_`. Names of required fields, such as `to` for `recipient`, are not listed: an order without the
 * required field is refused anyway.
 */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  minAmountOut: [
    'amountout',
    'minimum',
    'minout',
    'minoutput',
    'minoutputamount',
    'minamount',
    'minreceive',
    'minreceived',
    'minimumout',
    'minimumamount',
    'minimumamountout',
    'minimumreceive',
    'minimumreceived',
    'amountoutmin',
    'amountoutminimum',
    'minbuyamount',
  ],
  slippage: ['slippagetolerance', 'slippagepercent', 'slippagebps', 'maxslippage', 'allowedslippage'],
  maxPriceImpact: ['priceimpact', 'priceimpactlimit', 'priceimpacttolerance'],
  validTo: [
    'validuntil',
    'validtill',
    'expiresat',
    'expireat',
    'expires',
    'expiretime',
    'expirationtime',
    'expiry',
    'expiration',
    'deadline',
    'goodtill',
    'goodtilldate',
    'notafter',
    'endsat',
    'ttl',
    'timetolive',
    'timeinforce',
    'validfor',
    'maxage',
  ],
  validFrom: ['notbefore', 'validafter', 'startsat', 'startat', 'starttime', 'activefrom', 'executeafter'],
  targetPrice: ['limitprice', 'triggerprice', 'stopprice', 'stoploss', 'takeprofit', 'strikeprice'],
  direction: ['triggerdirection', 'comparison'],
  trail: [
    'trailingstop',
    'trailingdelta',
    'trailingoffset',
    'trailingpercent',
    'trailpercent',
    'trailprice',
    'callbackrate',
  ],
  activationPrice: ['activateprice', 'activation', 'activationlevel'],
  conditionToken: ['triggertoken', 'pricetoken'],
  minLiquidityUsd: ['minliquidity', 'minimumliquidity', 'minimumliquidityusd'],
  confirm: ['confirmations', 'confirmblocks', 'minconfirmations'],
  clientOrderId: [
    'clientid',
    'clientoid',
    'clientref',
    'clientreference',
    'newclientorderid',
    'origclientorderid',
  ],
  after: [
    'afterorder',
    'parent',
    'parentorder',
    'parentid',
    'parentorderid',
    'entry',
    'entryuuid',
    'contingenton',
  ],
  'metadata.oco': ['oco', 'onecancelsother'],
};

const MEANT: ReadonlyMap<string, string> = new Map(
  Object.entries(OTHER_NAMES).flatMap(([field, names]) => names.map((name) => [name, field] as const)),
);

/**
 * Returns the field that an unknown name probably means: the name is mistyped, or it is what other exchanges call the field.
 * Undefined for a name that the owner has made up.
 *
 * @param known the names of known fields.
 */
export const fieldMeantBy = (name: string, known: readonly string[]): string | undefined =>
  closestName(name, known.filter(isGuessed)) ?? MEANT.get(name.replace(/[-_]/g, '').toLowerCase());

/**
 * Whether names close to this one are taken for it. Not for `trail`, which other short names are close to: an order with a mistyped one
 * lacks its targetPrice, and is refused anyway. Nor for `integrator`, which bounds nothing.
 */
const isGuessed = (name: string): boolean => name !== 'trail' && name !== 'integrator';
