/**
 * The Content-Security-Policy of the page: scripts and styles of this server alone, calls to this server, to the hosts of its
 * areas, and to the node that gets transactions of demo wallets. Images may come from anywhere over https, since tokens name their own.
 *
 * There is no upgrade to https, which would break the page on a server without https.
 *
 * @see https://www.w3.org/TR/CSP3/
 */
export const pagePolicy = (hosts: readonly string[], node?: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' https: data:",
    [
      "connect-src 'self'",
      ...hosts.map((host) => `${host}:*`),
      ...(node === undefined ? [] : [new URL(node).origin]),
    ].join(' '),
    "manifest-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
