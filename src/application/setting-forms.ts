import type { Form } from './setting.js';

const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** Browsers' Origin headers are compared as text, so only the canonical form is usable. */
const isWebOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

/** Origin of a browser extension or an app's web view, which URL does not parse. */
const isAppOrigin = (text: string): boolean => /^(?!https?:)[a-z][a-z0-9+.-]*:\/\/[a-z0-9._-]+$/.test(text);

const isOrigin = (text: string): boolean => isWebOrigin(text) || isAppOrigin(text);

const itemsOf = (raw: string): readonly string[] =>
  raw
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Any text. */
export const text: Form<string> = { wanted: 'any text', read: (raw) => raw };

export const matching = <T extends string>(shape: RegExp, wanted: string): Form<T> => ({
  wanted,
  read: (raw) => (shape.test(raw) ? (raw as T) : undefined),
});

export const integer = (min: number, max: number): Form<number> => ({
  wanted: `a whole number from ${min} to ${max}`,
  read: (raw) => {
    const value = /^\d{1,15}$/.test(raw) ? Number(raw) : NaN;
    return value >= min && value <= max ? value : undefined;
  },
});

/** The form, with its values converted. */
const mapped = <T, U>({ wanted, read }: Form<T>, map: (value: T) => U): Form<U> => ({
  wanted,
  read: (raw) => {
    const value = read(raw);
    return value === undefined ? undefined : map(value);
  },
});

/** An amount from 1 to `max` microSTX. */
export const ustxUpTo = (max: number): Form<bigint> => mapped(integer(1, max), BigInt);

export const ustx = ustxUpTo(999_999_999_999_999);

export const dollars: Form<number> = {
  wanted: 'an amount of dollars above 0, without a sign',
  read: (raw) => {
    const value = /^\d{1,12}(\.\d{1,6})?$/.test(raw) ? Number(raw) : 0;
    return value > 0 ? value : undefined;
  },
};

export const fraction = (max: number): Form<number> => ({
  wanted: `a fraction from 0 to ${max}`,
  read: (raw) => {
    const value = /^\d(\.\d{1,17})?$/.test(raw) ? Number(raw) : NaN;
    return value <= max ? value : undefined;
  },
});

export const oneOf = <T extends string>(all: readonly T[]): Form<T> => ({
  wanted: `one of ${all.join(', ')}`,
  read: (raw) => all.find((item) => item === raw),
});

export const trueOrFalse: Form<boolean> = {
  wanted: 'one of true, false',
  read: (raw) => (raw === 'true' ? true : raw === 'false' ? false : undefined),
};

/** Comma-separated items. The whole text is unusable if one item is. */
const listOf = <T>(wanted: string, item: (raw: string) => T | undefined): Form<readonly T[]> => ({
  wanted,
  read: (raw) => {
    const items = itemsOf(raw).map(item);
    return items.every((value) => value !== undefined) ? items : undefined;
  },
});

export const manyOf = <T extends string>(all: readonly T[]): Form<readonly T[]> =>
  listOf(`one or several of ${all.join(', ')}, separated by commas`, oneOf(all).read);

/** Texts of one shape, separated by commas. */
export const listMatching = (shape: RegExp, wanted: string): Form<readonly string[]> =>
  listOf(`${wanted}, or several separated by commas`, matching(shape, wanted).read);

export const url: Form<string> = {
  wanted: 'an http or https address',
  read: (raw) => (isHttpUrl(raw) ? raw : undefined),
};

export const urls = listOf(`${url.wanted}, or several separated by commas`, url.read);

/** Addresses, converted to their origins. */
export const originsOfUrls = mapped(urls, (all) => all.map((each) => new URL(each).origin));

export const origins = listOf('a list of origins such as https://app.example.org', (item) =>
  isOrigin(item) ? item : undefined,
);

export const anyOrOrigins = mapped(
  listOf(`* or ${origins.wanted}`, (item) => (item === '*' || isOrigin(item) ? item : undefined)),
  (listed) => (listed.includes('*') ? ('*' as const) : listed),
);

/** Addresses of accounts. Whether they belong to the network is checked where the network is known. */
export const accounts = listOf('addresses of accounts, separated by commas', (raw) =>
  /^S[0-9A-HJKMNP-TV-Z]{27,40}$/.test(raw) ? raw : undefined,
);

/** Names or addresses of hosts, in lower case. */
export const hostNames = listOf('host names without scheme and port, separated by commas', (raw) => {
  const host = raw.toLowerCase();
  return /^([a-z0-9._-]{1,253}|[0-9a-f:]{2,39})$/.test(host) ? host : undefined;
});

/** A host, or an IPv6 address in brackets, and a port. */
export const address: Form<{ readonly host: string; readonly port: number }> = {
  wanted: 'a host and a port, such as 127.0.0.1:9464',
  read: (raw) => {
    const [, bracketed, host = bracketed, digits] =
      /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+)):(\d{1,5})$/i.exec(raw) ?? [];
    const port = Number(digits);
    return host !== undefined && port <= 65_535 ? { host, port } : undefined;
  },
};

/** A host for some of the names: `swap=swap.example.org`. Hosts become lower case. */
export const hostOfEach = <T extends string>(names: readonly T[]): Form<Partial<Record<T, string>>> => ({
  wanted: `a list of name=host, separated by commas, each name one of ${names.join(', ')}`,
  read: (raw) => {
    const pairs = itemsOf(raw).map((pair) => {
      const [name = '', host = ''] = pair.split('=');
      const known = oneOf(names).read(name);
      return known === undefined || !/^[a-z0-9.-]+$/i.test(host)
        ? undefined
        : ([known, host.toLowerCase()] as const);
    });
    if (!pairs.every((pair) => pair !== undefined)) return undefined;
    return Object.fromEntries(pairs) as Partial<Record<T, string>>;
  },
});
