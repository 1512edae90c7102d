/** The wallet that the visitor last used. Its address and public key are public; a key that signs is never kept. */
export interface KeptWallet {
  readonly address: string;
  readonly publicKey: string;
  readonly network: string;
  /** Name of the wallet on the page. */
  readonly name: string;
  /** The wallet of the browser; absent for a demo wallet. */
  readonly id?: string;
}

/** Fields that the page keeps in the browser between visits. */
export interface Kept {
  readonly wallet?: KeptWallet;
  /** Greatest slippage and price impact, percent, as typed. */
  readonly slippage?: string;
  readonly maxImpact?: string;
  /** Colours that the visitor chose; those of the system if absent. */
  readonly theme?: 'light' | 'dark';
  /** Contract ids of the tokens last sold and bought. */
  readonly pair?: { readonly sell: string; readonly buy: string };
  /** Contract ids of tokens that the visitor marked. */
  readonly favourites?: readonly string[];
  /** Contract ids of tokens that the visitor chose, newest first. */
  readonly recent?: readonly string[];
  /** The chart beside the form. */
  readonly chart?: KeptChart;
  /** Whether the visitor has read what a devnet is. */
  readonly isIntroduced?: true;
}

/** Choices on the chart, as texts. */
export interface KeptChart {
  readonly range: string;
  /** Studies that are shown, separated by spaces. */
  readonly studies: string;
  /** `yes` if only the chart's heading is shown. */
  readonly isFolded: string;
  /** `yes` if pairs are shown against the direction in which people quote them. */
  readonly isTurned?: string;
}

const MOST_TEXT = 200;
const MOST_TOKENS = 50;
const MOST_RECENT = 5;

/** Reads what was kept. Anything unexpected is dropped: an older or newer page, or the visitor, may have written it. */
export function parseKept(text: string | null): Kept {
  const found = objectOf(parsed(text));
  const wallet = texts(objectOf(found['wallet']), ['address', 'publicKey', 'network', 'name']);
  const id = textOf(objectOf(found['wallet'])['id']);
  const pair = texts(objectOf(found['pair']), ['sell', 'buy']);
  const chart = texts(objectOf(found['chart']), ['range', 'studies', 'isFolded']);
  const isTurned = textOf(objectOf(found['chart'])['isTurned']);
  const [slippage, maxImpact] = [textOf(found['slippage']), textOf(found['maxImpact'])];
  const theme = (['light', 'dark'] as const).find((known) => known === found['theme']);
  const [favourites, recent] = [listOf(found['favourites']), listOf(found['recent'])];
  return {
    ...(wallet !== undefined && { wallet: { ...wallet, ...(id !== undefined && { id }) } }),
    ...(chart !== undefined && { chart: { ...chart, ...(isTurned !== undefined && { isTurned }) } }),
    ...(slippage !== undefined && { slippage }),
    ...(maxImpact !== undefined && { maxImpact }),
    ...(pair !== undefined && { pair }),
    ...(theme !== undefined && { theme }),
    ...(favourites.length > 0 && { favourites }),
    ...(recent.length > 0 && { recent: recent.slice(0, MOST_RECENT) }),
    ...(found['isIntroduced'] === true && { isIntroduced: true }),
  };
}

/** The recent tokens after one was chosen. */
export const withRecent = ({ recent = [] }: Kept, token: string): readonly string[] =>
  [token, ...recent.filter((one) => one !== token)].slice(0, MOST_RECENT);

/** The favourites after the visitor marked the token, or took its mark away. */
export const withFavourite = ({ favourites = [] }: Kept, token: string): readonly string[] =>
  favourites.includes(token)
    ? favourites.filter((one) => one !== token)
    : [token, ...favourites].slice(0, MOST_TOKENS);

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= MOST_TEXT ? value : undefined;

const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.flatMap((one: unknown) => textOf(one) ?? []).slice(0, MOST_TOKENS) : [];

function texts<N extends string>(
  fields: Fields,
  names: readonly N[],
): Readonly<Record<N, string>> | undefined {
  const found = names.map((name) => [name, textOf(fields[name])] as const);
  if (found.some(([, text]) => text === undefined)) return undefined;
  return Object.fromEntries(found) as Record<N, string>;
}
