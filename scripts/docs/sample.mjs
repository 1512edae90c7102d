// Reads the values that an operation's sample sends, so that a form can be prefilled with them.

const ADDRESS = /"\$BASE([^"]*)"/g;
const LITERAL = /^(\w+)=([^$\s]+)$/gm;
const BODY = / -d '(.*)'$/m;
/** Shell expression for the current time in seconds, which the page evaluates itself. */
const CLOCK = '$(date +%s)';

/**
 * Reads a sample.
 *
 * @returns `{ values, body }`: values by place and name, such as `query limit`, except those that the shell reads from a server;
 *   the body, if the sample contains it literally
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
