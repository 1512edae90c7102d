import { METHOD_NOT_ALLOWED, UNKNOWN_PATH } from '../operation/outcomes.js';

/** What holds for every area, a paragraph each. */
export const conventions = (): readonly string[] => [
  'Sluice is the order, routing and pricing system of a decentralised exchange on the Stacks blockchain. One process serves every area under a path of its own; an operator may also serve an area at the root of a host of its own, then without the path’s first part (/swap/api/v1/orders becomes /api/v1/orders).',
  'Tokens are named by contract id: <address>.<contract-name>, or .stx for STX. Symbols are not unique. Amounts are whole smallest units of a token: divide by 10^decimals for whole tokens. Where both a number and a text field exist, the text (…Exact) is exact; JSON numbers lose digits beyond 2^53. Times are ISO 8601 in UTC unless a unit says otherwise.',
  'Responses may hold more fields than are described; none holds fewer. Bodies are JSON in UTF-8 with Content-Type: application/json.',
  `Errors have a stable code; branch on it, never on the sentence. A caller that accepts application/problem+json gets RFC 9457. An unknown path is ${UNKNOWN_PATH.status} (${UNKNOWN_PATH.code}); a known path with another method is ${METHOD_NOT_ALLOWED.status} (${METHOD_NOT_ALLOWED.code}) with the header Allow. HEAD works wherever GET does; OPTIONS returns Allow.`,
  'Errors and anything without a caching rule are no-store. Responses with an ETag are 304 when If-None-Match names it. Retry-After is always in seconds.',
  'Every response has X-Request-Id: the caller’s own, if it sent one of up to 128 printable ASCII characters, or a new one. Quote it when you report a problem.',
];
