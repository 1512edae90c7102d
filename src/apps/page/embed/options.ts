const QUOTES = ['usd', 'sbtc'] as const;
const INTERVALS = ['5m', '1h', '4h', '1d', '1w'] as const;
const THEMES = ['light', 'dark'] as const;

/** Currency of the prices. */
export type Quote = (typeof QUOTES)[number];
export type Interval = (typeof INTERVALS)[number];
export type Theme = (typeof THEMES)[number];

export interface EmbedOptions {
  /** The token's contract id, as the address has it. */
  readonly token: string;
  readonly quote: Quote;
  readonly interval: Interval;
  readonly theme: Theme;
  /** The address of the prices area. */
  readonly pricesUrl: string;
  /** Problem with the address, for the author of the embedding page; empty if there is none. */
  readonly problem: string;
}

/** Reads the address of the page: `…/prices/embed/<token>?quote=usd&interval=1h&theme=dark`. */
export function readOptions(address: URL, prefersDark: boolean): EmbedOptions {
  const problems: string[] = [];
  const oneOf = <T extends string>(name: string, known: readonly T[], fallback: T): T => {
    const asked = address.searchParams.get(name) ?? fallback;
    const found = known.find((one) => one === asked);
    if (found === undefined) problems.push(`Unknown ${name} ${asked}: use ${known.join(', ')}.`);
    return found ?? fallback;
  };
  const token = address.pathname.split('/').at(-1) ?? '';
  return {
    token: decodeURIComponent(token),
    quote: oneOf('quote', QUOTES, 'usd'),
    interval: oneOf('interval', INTERVALS, '1h'),
    theme: oneOf('theme', THEMES, prefersDark ? 'dark' : 'light'),
    pricesUrl: new URL('..', address).href.replace(/\/$/, ''),
    problem: problems.join(' '),
  };
}
