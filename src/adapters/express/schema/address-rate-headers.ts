export const POLICY = 'RateLimit-Policy';
export const STANDING = 'RateLimit';

/** Headers of a rate-limited call: draft-ietf-httpapi-ratelimit-headers-11. */
export const ADDRESS_RATE_HEADERS = {
  [POLICY]:
    'if the operator limits such calls per address: the kind of call, and the number allowed (q) per window (w, seconds)',
  [STANDING]:
    'with RateLimit-Policy: the kind of call, the number left (r), and the end of the window (t, seconds from now)',
};
