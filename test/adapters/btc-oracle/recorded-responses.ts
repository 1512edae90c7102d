/** Responses in the documented format of the public tickers. */
export const KRAKEN = {
  error: [],
  result: {
    XXBTZUSD: {
      a: ['63999.90000', '1', '1.000'],
      b: ['63999.80000', '4', '4.000'],
      c: ['63999.90000', '0.00012000'],
      v: ['1029.31845118', '2411.08423157'],
      p: ['63713.74211', '63604.47025'],
      t: [31417, 74152],
      l: ['62917.00000', '62810.00000'],
      h: ['64380.00000', '64380.00000'],
      o: '63300.10000',
    },
  },
};

export const COINBASE = {
  ask: '64012.35',
  bid: '64012.34',
  volume: '7436.10984212',
  trade_id: 895_403_162,
  price: '64012.34',
  size: '0.00031244',
  time: '2026-11-20T11:59:58.123456Z',
  rfq_volume: '31.112095',
};

export const BITSTAMP = {
  timestamp: '1795175998',
  open: '63312',
  high: '64371',
  low: '62832',
  last: '64005',
  volume: '1204.55120930',
  vwap: '63655',
  bid: '64004',
  ask: '64005',
  side: '0',
  open_24: '63010',
  percent_change_24: '1.58',
};
