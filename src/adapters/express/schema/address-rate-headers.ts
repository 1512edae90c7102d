export const POLICY = 'RateLimit-Policy';
export const STANDING = 'RateLimit';

/** Headers of a rate-limited call: draft-ietf-httpapi-ratelimit-headers-11. */
export const ADDRESS_RATE_HEADERS = {
  [POLICY]:
    'if the operator limits such calls per address: the kind of call, how many pass (q) in a window (w, seconds)',
  [STANDING]:
    'with RateLimit-Policy: the kind of call, how many more pass (r), when the window ends (t, seconds from now)',
};
