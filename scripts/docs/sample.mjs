// The values that the sample of an operation sends, for a form that is filled in with them.

const ADDRESS = /"\$BASE([^"]*)"/g;
const LITERAL = /^(\w+)=([^$\s]+)$/gm;
const BODY = / -d '(.*)'$/m;
/** What the page fills in as the shell does: seconds of the clock. */
const CLOCK = '$(date +%s)';

/**
 * Reads a sample.
 *
 * @returns `{ values, body }`: values by place and name, such as `query limit`, without those that the shell reads from a server;
 *   the body where it is written out
 */
export function readSample(sample, path) {
  const last = sample.trim().split('\n').at(-1);
  const [, address = ''] = [...last.matchAll(ADDRESS)].at(-1) ?? [];
  const body = BODY.exec(last)?.[1];
  const literals = new Map([...sample.matchAll(LITERAL)].map(([, name, value]) => [name, value]));
  const filled = address.replace(/\$(\w+)/g, (whole, name) => literals.get(name) ?? whole);
  const [at, query = ''] = filled.split('?');
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const segments = new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(at)?.slice(1) ?? [];
  const values = [
    ...names.map((name, n) => [`path ${name}`, segments[n]]),
    ...query.split('&').map((pair) => {
      const [name, ...value] = pair.split('=');
      return [`query ${name}`, value.join('=')];
    }),
  ];
  return { values: new Map(values.filter(([, value]) => isKnown(value))), ...(body && { body }) };
}

const isKnown = (value = '') => value !== '' && !value.replace(CLOCK, '').includes('$');
