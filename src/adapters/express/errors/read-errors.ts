import { UNDEPLOYED } from '../../../domain/metadata-record/undeployed.js';
import { tokenNameHint } from './name-hints.js';
import { change, later, said, rows } from './row.js';
import { shown } from './shown.js';
import { wholeSeconds } from './whole-seconds.js';

/** Rows of the core's errors about prices, balances and metadata. */
export const READ_ERRORS = rows({
  'token-not-priced': change(404, {
    sentence: 'This token was never priced',
    cause: 'the token was never priced, or is unknown',
    remedy: 'Name the token by contract id; GET /prices/api/v1/prices lists those with a price.',
    details: ({ token }) => ({ token: shown(token) }),
    hint: ({ token, meant }) => tokenNameHint(token, meant),
  }),
  'invalid-history-request': change(400, {
    sentence: ({ parameter, reason }) => `Invalid ${parameter} parameter: ${reason}`,
    cause: 'a parameter breaks its rule',
    remedy: 'Correct the parameter that error names; split a span that is too long into several requests.',
  }),
  'invalid-balance-request': change(400, {
    sentence: ({ parameter, reason }) => `Invalid ${parameter} parameter: ${reason}`,
    cause: 'a parameter breaks its rule',
    remedy: 'Correct the parameter that error names; split more than 50 tokens into several requests.',
  }),
  'invalid-price-times': change(400, {
    sentence: ({ parameter, reason }) => `Invalid ${parameter} parameter: ${reason}`,
    cause: 'a parameter breaks its rule',
    remedy: 'Correct the parameter that error names; split many tokens at many times into several requests.',
  }),
  'metadata-not-found': change(404, {
    sentence: 'Metadata not found',
    cause: 'there is no record of that contract',
    remedy: 'Name a contract whose deployer saved a record; GET …/metadata/list lists them.',
    details: ({ contractId }) => ({ contractId: shown(contractId) }),
    hint: ({ contractId }) => tokenNameHint(contractId),
  }),
  'token-not-examined': change(404, {
    sentence: 'No safety facts of this token',
    cause: 'no token of the exchange has this contract, or the server has not read the contract yet',
    remedy: 'Name a token of the registry; a new one is read within the first hours.',
    details: ({ contractId }) => ({ contractId: shown(contractId) }),
    hint: ({ contractId }) => tokenNameHint(contractId),
  }),
  'logo-not-found': change(404, {
    sentence: 'No logo of this token',
    cause:
      'the token names no image, the server has not read it yet, or it shows no picture that can be read',
    remedy: 'Show the beginning of its symbol; the price list has logo for tokens with one.',
    details: ({ contractId }) => ({ contractId: shown(contractId) }),
    hint: ({ contractId }) => tokenNameHint(contractId),
  }),
  'invalid-contract-id': change(400, {
    sentence: 'Invalid contract ID format',
    cause: 'the contract id is malformed, or of another network',
    remedy: 'Send <address>.<contract-name> of this server’s network.',
    details: ({ reason }) => ({ contractId: reason }),
  }),
  'missing-timestamp': change(401, {
    sentence: 'Missing timestamp header',
    cause: 'x-timestamp is missing',
    remedy: 'Send x-timestamp: the signed milliseconds.',
  }),
  'invalid-timestamp': change(401, {
    sentence: 'Invalid timestamp format',
    cause: 'x-timestamp is not a whole number',
    remedy: 'Send x-timestamp in decimal digits: Unix milliseconds.',
  }),
  'message-expired': change(401, {
    sentence: 'Message expired',
    cause: 'the timestamp is more than 5 minutes off the server’s clock',
    remedy: 'Sign again with the current time; GET /time is the server’s clock.',
  }),
  'body-hash-required': change(401, {
    sentence: 'The signed message must hold bodyHash',
    cause: 'the operator requires bodyHash, and it was not signed',
    remedy: 'Sign bodyHash as well: the SHA-256 of the body in hex.',
  }),
  'body-hash-mismatch': change(401, {
    ...said('The signed bodyHash is not the hash of the body'),
    remedy: 'Send the body whose hash was signed, byte for byte.',
  }),
  'signer-not-deployer': change(401, {
    sentence: 'Not authorised',
    cause: 'the signer is not the address before the dot',
    remedy:
      'Sign with the wallet that deployed the contract: its address is the part before the dot of the contract id.',
    details: ({ signer, deployer }) => ({ signer, deployer }),
    hint: ({ signer, deployer }) => `${signer} signed; the deployer is ${deployer}.`,
  }),
  'invalid-metadata': change(422, {
    sentence: ({ field, reason }) => `Validation error: ${field} ${reason}`,
    cause: 'the fields break their rules, and the caller prefers application/problem+json',
    remedy: 'Correct the field that details names.',
    details: ({ field, reason }) => ({ field, reason }),
  }),
  'contract-not-deployed': change(422, {
    sentence: ({ contractId }) =>
      `The chain has no contract ${contractId}, and its deployer may save no more before a deployment: at most ${UNDEPLOYED.records} records of ${UNDEPLOYED.bytes} bytes in all`,
    cause:
      'the chain does not have the contract, and its deployer has reached the limit on records without a contract',
    remedy: 'Deploy contracts that have a record, or make the records smaller.',
    details: ({ contractId }) => ({ contractId, records: UNDEPLOYED.records, bytes: UNDEPLOYED.bytes }),
  }),
  'contract-unconfirmed': later(503, {
    sentence: 'The chain cannot be asked for the contract; nothing was saved',
    cause: 'the contract was not found before, and the chain does not respond',
    remedy: 'Wait until the chain responds.',
    retryAfter: ({ retryAfterMs = 5_000 }) => wholeSeconds(retryAfterMs),
  }),
  'deployer-quota-exceeded': change(422, {
    sentence: ({ deployer, bytes, limit }) =>
      `The records of ${deployer} would take ${bytes} bytes, of at most ${limit}`,
    cause: 'the records of the deployer would take more bytes than SLUICE_MAX_METADATA_BYTES',
    remedy: 'Make the deployer’s records smaller.',
    details: ({ bytes, limit }) => ({ bytes, limit }),
  }),
});
