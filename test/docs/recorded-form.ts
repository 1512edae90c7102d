import type { Recorded } from './recording.js';

const SIGNATURE = `${'0'.repeat(128)}00`;
const TXID = 'f1'.repeat(32);
const TIME = '2026-11-20T12:00:00.000Z';
const UNIX_MS = Date.parse(TIME);
/** What stays of a map by contract id. */
const ITEMS = 2;

/** What differs from run to run, or is a secret, by its field. */
const FIXED: Readonly<Record<string, unknown>> = {
  signature: SIGNATURE,
  termsSignature: SIGNATURE,
  secret: `whsec_${'A'.repeat(43)}=`,
  tookMs: 5,
  apiKey: `ck_test_${'0'.repeat(64)}`,
  keyPreview: 'ck_test_…0000',
  privateKey: '0'.repeat(66),
  txid: TXID,
  nextCursor: 'Y3JlYXRlZEF0IGRlc2M',
  blockHeight: 100,
  blockTime: UNIX_MS / 1000,
  time: UNIX_MS / 1000,
  feeUstx: '1714',
  balanceUstx: '99999998286',
  processingTimeMs: 1,
  responseTime: 5,
  ageMs: 30_000,
  ageSeconds: 30,
};
const KEY_ID = /\b[0-9a-f]{32}\b/g;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;

/** What was recorded, short, without secrets and with the same values for whatever differs from run to run. */
export function exampleOf(recorded: Recorded): Recorded {
  const uuids = new Map<string, string>();
  const uuidFor = (uuid: string) => {
    if (!uuids.has(uuid)) uuids.set(uuid, `7d3f0f6e-3f0d-4c2b-9a52-0f4b1f2f7c1${uuids.size % 10}`);
    return uuids.get(uuid)!;
  };
  const text = (value: string) =>
    value
      .replace(UUID, uuidFor)
      .replace(/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, TIME)
      .replace(/\b1[78]\d{11}\b/g, String(UNIX_MS))
      .replace(/^1[78]\d{8}$/, String(UNIX_MS / 1000))
      .replace(/\bmsg_[0-9a-f]{32}\b/g, `msg_${'0'.repeat(32)}`)
      .replace(/\bos_[0-9a-f]{64}\b/g, `os_${'0'.repeat(64)}`)
      .replace(KEY_ID, '0'.repeat(32))
      .replace(/\bbot-\d+\b/g, 'bot-1')
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:3000');
  const fixed = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return FIXED[name] ?? text(value);
    if (typeof value === 'number') return FIXED[name] ?? (value > 1.7e12 && value < 1.9e12 ? UNIX_MS : value);
    if (Array.isArray(value))
      return shortened(value, name).map((item) => fixed(item, ['times', 't'].includes(name) ? 'time' : ''));
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries('openapi' in value ? interfaceOf(value) : value);
    // A build outside a checkout knows no commit, and a server that has just started no safety of a token.
    const known = fields.filter(([key]) => key !== 'commit' && key !== 'safety');
    const kept = name === 'balances' ? known.slice(0, ITEMS) : known;
    return Object.fromEntries(kept.map(([key, inner]) => [key, fixed(inner, key)]));
  };
  const { response } = recorded;
  if (typeof response !== 'string') return fixed(recorded) as Recorded;
  const isStream = response.startsWith('retry: ');
  return { response: isStream ? firstEvents(response, fixed) : text(someLines(response)) };
}

/** The first two events of a stream, such as an order and that it is followed from now on. */
const firstEvents = (stream: string, fixed: (value: unknown) => unknown): string =>
  stream
    .replace(/^retry: \d+/, 'retry: 2000')
    .replace(/^id: \d+/gm, 'id: 17')
    .replace(/^data: (.*)/gm, (_, data: string) => `data: ${JSON.stringify(fixed(JSON.parse(data)))}`)
    .split('\n\n')
    .filter((event) => event !== '' && !event.startsWith(':'))
    .slice(0, 3)
    .map((event) => `${event}\n\n`)
    .join('');

/** The interface without its operations. */
const interfaceOf = ({
  openapi,
  info,
}: {
  readonly openapi?: unknown;
  readonly info?: { readonly title?: unknown };
}) => ({
  openapi,
  info: { title: info?.title },
  paths: {},
});

/** Of a text, its title or what it says about orders. */
const someLines = (response: string) =>
  response
    .split('\n')
    .filter((line) => /^# Sluice|sluice_orders\b|^<!doctype|^\d{10}$/.test(line))
    .join('\n') || '…';

/** What was logged depends on the run. Lists of texts and those of a given length stay whole, and events; of others the first item stays. */
const shortened = (list: readonly unknown[], name: string) =>
  name === 'problems'
    ? []
    : typeof list[0] === 'string' ||
        ['path', 'hops', 'fees', 'liquidity', 'sparkline'].includes(name) ||
        'seq' in Object(list[0])
      ? list
      : list.slice(0, 1);

/**
 * The types in a value. Null, and an empty list, may be anything else; of a list the first item counts, as of the fields that
 * are named by contract ids.
 */
function shapeOf(value: unknown): unknown {
  if (value === null) return 'anything';
  if (Array.isArray(value)) return value.length === 0 ? 'anything' : [shapeOf(value[0])];
  if (typeof value !== 'object') return typeof value;
  const entries = Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)] as const);
  const isMap = entries.some(([name]) => /^(S[0-9A-Z]{27,40})?\.|^\//.test(name));
  return isMap ? { '…': entries[0]![1] } : Object.fromEntries(entries);
}

/** The first difference between the shapes of two values, as a path; undefined where there is none. */
export function difference(a: unknown, b: unknown): string | undefined {
  const compare = (x: unknown, y: unknown, at: string): string | undefined => {
    if (x === 'anything' || y === 'anything') return undefined;
    if (typeof x !== 'object' || typeof y !== 'object') return x === y ? undefined : at;
    const names = new Set([...Object.keys(x as object), ...Object.keys(y as object)]);
    for (const name of names) {
      const [left, right] = [x, y].map((each) => (each as Record<string, unknown>)[name]);
      const found =
        left === undefined || right === undefined ? `${at}/${name}` : compare(left, right, `${at}/${name}`);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return compare(shapeOf(a), shapeOf(b), '#');
}
