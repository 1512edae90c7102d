import { parseTxid } from '../../domain/order/ids.js';
import { contractParts, type ContractId } from '../../domain/shared/contract-id.js';
import { fieldsOf, isCount } from '../../domain/shared/fields.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { ChainNode, ChainUnreachable, RefusalSubject } from '../../ports/index.js';
import { createHttpClient, parseResponse } from './http.js';
import type { HttpOptions } from './http-attempt.js';
import { createStatusReader } from './transaction-status.js';

/** A Stacks node and its index, with the reads that the other parts of this adapter need. */
export interface StacksNode extends ChainNode {
  /** Calls a read-only function with arguments in consensus hex. Returns the result in hex; undefined when the call fails. */
  callRead(
    contract: ContractId,
    functionName: string,
    args: readonly string[],
  ): Promise<Result<string | undefined, ChainUnreachable>>;
  /** The unlocked balance of an account or a contract in microSTX. */
  stxBalance(principal: string): Promise<Result<bigint, ChainUnreachable>>;
  /** The middle fee estimate in microSTX for a transaction of `bytes`; undefined when the node has no estimate. */
  estimateFee(payloadHex: string, bytes: number): Promise<Result<bigint | undefined, ChainUnreachable>>;
  /** Lets running requests finish, then closes the connections. */
  close(): Promise<void>;
}

/** What a refusal by the node is about. A reason that is missing here is about the transaction. */
const SUBJECTS: ReadonlyMap<string, RefusalSubject> = new Map([
  ['BadNonce', 'nonce'],
  ['ConflictingNonceInMempool', 'nonce'],
  ['TooMuchChaining', 'account'],
  ['NotEnoughFunds', 'account'],
  ['EstimatorError', 'node'],
  ['ServerFailureNoSuchChainTip', 'node'],
  ['ServerFailureDatabase', 'node'],
  ['ServerFailureOther', 'node'],
]);

/**
 * Opens a client for a Stacks node and its index. Every read fails as `chain-unreachable` when retries are exhausted or
 * the circuit is open.
 *
 * @example
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so' });
 * const height = await node.tipHeight();
 * await node.close();
 */
export function createNodeClient(options: HttpOptions): StacksNode {
  const http = createHttpClient(options);
  return {
    ...createStatusReader(http),
    close: () => http.close(),

    tipHeight: async () =>
      parseResponse(await http.get('/v2/info'), (body) => {
        const height = fieldsOf(body)['stacks_tip_height'];
        return isCount(height) ? height : undefined;
      }),

    // The last executed nonce comes from the index, which also reports transactions: when it has seen a nonce used and
    // knows no mined transaction with it, a transaction under that nonce is dropped. The node may be ahead of its index,
    // or lag behind it when several nodes share one address, so the next nonce is the larger of the two.
    async accountNonces(account) {
      const [node, index] = await Promise.all([
        http.get(`/v2/accounts/${account}?proof=0`),
        http.get(`/extended/v1/address/${account}/nonces`),
      ]);
      const next = parseResponse(node, (body) => nonceOf(fieldsOf(body)['nonce']));
      if (!next.ok) return next;
      const executed = parseResponse(index, (body) => {
        const nonce = fieldsOf(body)['last_executed_tx_nonce'];
        const last = nonceOf(nonce);
        return nonce === null || last !== undefined ? { last } : undefined;
      });
      if (!executed.ok) return executed;
      const { last } = executed.value;
      const afterLast = last === undefined ? 0n : last + 1n;
      return ok({ next: next.value > afterLast ? next.value : afterLast, lastExecuted: last });
    },

    async broadcast(raw, txid) {
      const response = await http.sendOnce('/v2/transactions', Buffer.from(raw, 'hex'));
      if (!response.ok) return { kind: 'unknown', reason: response.error.reason };
      const { status, body } = response.value;
      if (status === 200 && typeof body === 'string') {
        const accepted = parseTxid(body);
        if (accepted.ok && accepted.value === txid) return { kind: 'accepted' };
      }
      const reason = fieldsOf(body)['reason'];
      if (status === 400 && typeof reason === 'string' && /^\w{1,64}$/.test(reason)) {
        return { kind: 'refused', reason, about: SUBJECTS.get(reason) ?? 'transaction' };
      }
      return { kind: 'unknown', reason: `POST /v2/transactions: an unexpected response of status ${status}` };
    },

    async callRead(contract, functionName, args) {
      const { address, name } = contractParts(contract);
      const response = await http.query(`/v2/contracts/call-read/${address}/${name}/${functionName}`, {
        sender: address,
        arguments: args,
      });
      if (response.ok && response.value.status === 404) return ok(undefined);
      const read = parseResponse(response, (body) => {
        const { okay, result } = fieldsOf(body);
        if (okay === false) return { hex: undefined };
        return okay === true && typeof result === 'string' ? { hex: result } : undefined;
      });
      return read.ok ? ok(read.value.hex) : read;
    },

    stxBalance: async (principal) =>
      parseResponse(await http.get(`/v2/accounts/${principal}?proof=0`), (body) => {
        const balance = fieldsOf(body)['balance'];
        return typeof balance === 'string' && /^0x[0-9a-f]{1,32}$/i.test(balance)
          ? BigInt(balance)
          : undefined;
      }),

    async estimateFee(payloadHex, bytes) {
      const response = await http.query('/v2/fees/transaction', {
        transaction_payload: payloadHex,
        estimated_len: bytes,
      });
      if (response.ok && response.value.status === 400) return ok(undefined);
      return parseResponse(response, (body) => {
        const { estimations } = fieldsOf(body);
        if (!Array.isArray(estimations) || estimations.length === 0) return undefined;
        const fee = fieldsOf(estimations[Math.floor(estimations.length / 2)])['fee'];
        return isCount(fee) ? BigInt(fee) : undefined;
      });
    },
  };
}

const nonceOf = (value: unknown): bigint | undefined => (isCount(value) ? BigInt(value) : undefined);
