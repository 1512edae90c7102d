import { change, later, readFirst, said, type Fault, rows } from './row.js';

const STORAGE_FAILS = 'the storage fails; the cause is logged, not returned';

/** Rows of the errors about any request that originate in the HTTP layer. */
export const REQUEST_FAULTS = {
  'invalid-request': change(400, {
    sentence: 'Invalid request',
    cause: 'the request breaks a rule of the operation',
    remedy: 'Correct what error or details name.',
  }),
  'malformed-request': change(400, {
    sentence: 'Malformed request',
    cause: 'the path is not valid percent-encoding',
    remedy: 'Percent-encode the path as UTF-8, and send one Host.',
  }),
  'malformed-json': change(400, {
    sentence: 'Malformed JSON',
    cause: 'the body is not JSON',
    remedy: 'Send one JSON value in UTF-8.',
  }),
  'body-too-large': change(413, {
    sentence: 'Request body too large',
    cause: 'the body is longer than allowed',
    remedy: 'Send less; the operation states its limit.',
  }),
  'unsupported-media-type': change(415, {
    sentence: 'Unsupported media type: send application/json',
    cause: 'the body has a different Content-Type',
    remedy: 'Send Content-Type: application/json.',
  }),
  'not-found': change(404, {
    sentence: 'Not found',
    cause: 'there is no such path',
    remedy: 'Use the path of an operation; hint names a similar one.',
  }),
  'method-not-allowed': change(405, {
    sentence: 'Method not allowed',
    cause: 'the path does not have the method; the Allow header lists its methods',
    remedy: 'Use a method in the Allow header; hint names an operation under the path.',
  }),
  'invalid-idempotency-key': change(400, {
    sentence: 'Invalid Idempotency-Key header: must be 1 to 255 printable ASCII characters',
    cause: 'the Idempotency-Key is empty, too long or not printable ASCII',
    remedy: 'Send a text of 1 to 255 printable ASCII characters, such as a UUID.',
  }),
  'address-rate-exceeded': later(429, {
    sentence: 'Too many calls from this address',
    cause: 'the address exceeded the number of calls of one kind per minute',
    remedy: 'Send fewer calls of this kind: the RateLimit-Policy header has the limit.',
  }),
  'address-quota-exceeded': later(429, {
    sentence: 'Requests from this address have stored as much as they may within an hour',
    cause:
      'requests from the address have stored SLUICE_ADDRESS_ORDERS_PER_HOUR orders or SLUICE_ADDRESS_BYTES_PER_HOUR bytes; Retry-After gives the end of the hour, which began with the first of them',
    remedy: 'Store less, or wait until the hour has ended.',
  }),
  'too-many-lists': later(429, {
    sentence:
      'This address is being sent as many whole lists as one address may; ask for pages, or again later',
    cause: 'the list is long, and this address already receives the maximum number of such lists',
    remedy: 'Ask for pages: send page, limit or cursor.',
    retryAfter: 5,
  }),
  'lists-busy': later(503, {
    sentence:
      'As many whole lists as the server sends at a time are being sent; ask for pages, or again later',
    cause: 'the list is long, and the server already sends the maximum number of such lists to others',
    remedy: 'Ask for pages: send page, limit or cursor.',
    retryAfter: 5,
  }),
  'too-many-streams': later(429, {
    sentence: 'This address has as many event streams open as one address may; close one, or poll',
    cause: 'the address has the maximum number of event streams open',
    remedy: 'Close a stream, follow all of an owner’s orders with one, or poll.',
    retryAfter: 5,
  }),
  'streams-busy': later(503, {
    sentence: 'As many event streams are open as the server takes; poll, or again later',
    cause: 'the server has the maximum number of event streams open, or is stopping',
    remedy: 'Connect again later, or poll.',
    retryAfter: 5,
  }),
  'storage-unavailable': readFirst(503, {
    sentence: 'The database is not available; try again later',
    cause: 'the database cannot be reached, or accepts no writes; whether a change took effect is unknown',
    remedy: 'Wait for the operator’s database. Read before you repeat a change.',
    retryAfter: 5,
  }),
  starting: later(503, {
    sentence: 'The server is starting; try again in a moment',
    cause: 'the process is not ready for requests yet',
    remedy: 'Wait for Retry-After; GET /readyz says when the process is ready.',
    retryAfter: 1,
  }),
  overloaded: later(503, {
    sentence: 'The server has more requests than it can serve; try again in a moment',
    cause:
      'requests arrive faster than the process serves them, and this one waited its time; nothing of it took effect',
    remedy:
      'Wait for Retry-After, and send less at a time. Executes, cancels and pauses are served meanwhile.',
    retryAfter: 1,
  }),
  internal: readFirst(500, {
    sentence: 'Internal server error',
    cause: 'a failure of the server; the cause is logged, not returned',
    remedy: 'Report it with the requestId; the operator’s log has the cause.',
  }),
  'fetch-failed': later(500, {
    sentence: 'Failed to fetch token metadata',
    cause: STORAGE_FAILS,
    remedy: 'Send it again; if it persists, report it with the requestId.',
  }),
  'list-failed': later(500, {
    sentence: 'Failed to list tokens',
    cause: STORAGE_FAILS,
    remedy: 'Send it again; if it persists, report it with the requestId.',
  }),
  'save-failed': readFirst(500, {
    sentence: 'Failed to save metadata: the record could not be stored',
    cause: STORAGE_FAILS,
    remedy: 'Read the record, then save again; if it persists, report it with the requestId.',
  }),
} satisfies Readonly<Record<string, Fault>>;

/** Rows of the core's errors about any request. */
export const REQUEST_ERRORS = rows({
  'invalid-selection': change(400, 'invalid-request', {
    sentence: 'Invalid request',
    cause: 'the body is not a JSON object, or a field is malformed or unknown; details names it',
    remedy: REQUEST_FAULTS['invalid-request'].remedy,
    details: ({ problems }) => problems.map(({ field, message }) => `${field}: ${message}`),
  }),
  'idempotency-key-reused': change(422, {
    ...said('This Idempotency-Key was used for another request'),
    remedy: 'Use a new key for another request.',
  }),
  'idempotency-key-in-use': later(409, {
    ...said('The first request with this Idempotency-Key is still being worked on'),
    remedy: 'Wait for the first request, then send the same one to get its response.',
    retryAfter: 1,
  }),
});
