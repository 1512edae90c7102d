/**
 * The Content-Security-Policy of the page: scripts and styles of this server alone, calls to this server, to the hosts of its
 * areas, and to the node that gets transactions of demo wallets. Images are this server's too, among them
 * the logos of tokens, or are given as data, as browser wallets give their icons: none is loaded from a stranger's host.
 *
 * There is no upgrade to https, which would break the page on a server without https.
 *
 * @see https://www.w3.org/TR/CSP3/
 */
export const pagePolicy = (hosts: Readonly<Record<string, string>>, node?: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data:", ...sourcesAt(hosts['metadata'])].join(' '),
    [
      "connect-src 'self'",
      ...Object.values(hosts).flatMap(sourcesAt),
      ...(node === undefined ? [] : [new URL(node).origin]),
    ].join(' '),
    "manifest-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The host at any port, as sources of a policy; none if it is absent. */
const sourcesAt = (host: string | undefined): readonly string[] => (host === undefined ? [] : [`${host}:*`]);
