/** Rules for the URLs that webhooks may have. */
export interface UrlRules {
  /** Host names and addresses, in lower case, that the operator allows whatever they resolve to, with http and any port. */
  readonly allowedHosts: readonly string[];
  /** Whether an IP address belongs to the public internet; if absent, this is checked when a message is sent. */
  readonly isPublic?: ((address: string) => boolean) | undefined;
}

const MAX_URL = 2_048;
const FIRST_UNPRIVILEGED_PORT = 1_024;

/** Names that no public server has. */
const PRIVATE_NAME =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|test|example|invalid|onion|home\.arpa)$/;

/** The host of a URL in the form for comparisons: lower case, without brackets and trailing dot. */
export const hostOf = (url: URL): string =>
  url.hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');

export const isAllowedHost = (url: URL, { allowedHosts }: Pick<UrlRules, 'allowedHosts'>): boolean =>
  allowedHosts.includes(hostOf(url));

/**
 * Returns the reason why a webhook must not have the URL, in words that follow "url"; undefined if it may. Whether a name's
 * addresses are public is checked when it is resolved.
 */
export function urlProblem(raw: string, rules: UrlRules): string | undefined {
  if (raw.length > MAX_URL) return `must have at most ${MAX_URL} characters`;
  if (!URL.canParse(raw)) return 'must be a URL such as https://example.org/hook';
  const url = new URL(raw);
  const isAllowed = isAllowedHost(url, rules);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isAllowed))
    return 'must start with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password';
  if (url.hash !== '') return 'must not have a fragment';
  if (isAllowed) return undefined;
  const port = url.port === '' ? undefined : Number(url.port);
  if (port !== undefined && port < FIRST_UNPRIVILEGED_PORT)
    return `must use the protocol’s own port, or one from ${FIRST_UNPRIVILEGED_PORT} on`;
  const host = hostOf(url);
  const isName = !host.includes(':') && !/^\d+(\.\d+){3}$/.test(host);
  const isPrivate = isName
    ? !host.includes('.') || PRIVATE_NAME.test(host)
    : rules.isPublic?.(host) === false;
  return isPrivate ? 'must name a host of the public internet' : undefined;
}
