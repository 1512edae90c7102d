/** What prices are in. */
export type Quote = 'usd' | 'sbtc';
const INTERVALS = ['5m', '1h', '4h', '1d', '1w'] as const;
export type Interval = (typeof INTERVALS)[number];
export type Theme = 'light' | 'dark';

export interface EmbedOptions {
  /** The token's contract id, as the address has it. */
  readonly token: string;
  readonly quote: Quote;
  readonly interval: Interval;
  readonly theme: Theme;
  /** The address of the prices area. */
  readonly pricesUrl: string;
}

/** Reads the address of the page: `…/prices/embed/<token>?quote=usd&interval=1h&theme=dark`. What it does not know has a default. */
export function readOptions(address: URL, prefersDark: boolean): EmbedOptions {
  const [token = ''] = address.pathname.split('/').slice(-1);
  const asked = address.searchParams;
  const theme = asked.get('theme');
  return {
    token: decodeURIComponent(token),
    quote: asked.get('quote') === 'sbtc' ? 'sbtc' : 'usd',
    interval: INTERVALS.find((one) => one === asked.get('interval')) ?? '1h',
    theme: theme === 'light' || theme === 'dark' ? theme : prefersDark ? 'dark' : 'light',
    pricesUrl: new URL('..', address).href.replace(/\/$/, ''),
  };
}
