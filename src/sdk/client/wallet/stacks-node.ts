import { failure } from '../transport/call.js';
import { ClientError, unexpected } from '../transport/client-error.js';
import type { Connection } from '../transport/connection.js';
import { isObject, requestJson } from '../transport/request-json.js';
import { backOffMs } from '../transport/system.js';

/** Access to a Stacks node for the wallet's own transactions. The client sends them itself, since the service sends nothing for others. */
export interface WalletNode {
  /** The nonce of the account's next transaction, after its pending ones. */
  nextNonce(address: string): Promise<bigint>;
  /** The usual fee of a transaction, microSTX. */
  feeOf(payload: string, bytes: number): Promise<bigint>;
  /** Sends a transaction once. */
  send(raw: string, txid: string): Promise<void>;
  /** Returns the outcome of a transaction; undefined until it is mined. */
  outcome(txid: string): Promise<Outcome | undefined>;
}

/** Result of a mined transaction, with its block. */
export interface Outcome {
  readonly isSuccess: boolean;
  /** The chain's status: `success`, `abort_by_post_condition` and so on; for an abort also its result. */
  readonly reason: string;
  readonly blockHeight: number | undefined;
}

type Network = 'mainnet' | 'testnet' | 'devnet';

/** The hosts that wallets use. */
const PUBLIC_NODES = { mainnet: 'https://api.mainnet.hiro.so', testnet: 'https://api.testnet.hiro.so' };
const READ_ATTEMPTS = 4;
/** Statuses that mean that the index does not have the transaction, or lacks this endpoint. */
const ABSENT = [404, 410];
/** Fee if the node knows no similar transactions. */
const USUAL_FEE_USTX = 3_000n;

/** Opens the node at `stacksApiUrl`, or else the network's usual one, or on a devnet the one that the server names. */
export async function openNode(
  connection: Connection,
  network: Network,
  signal: AbortSignal | undefined,
): Promise<WalletNode> {
  const { options, system, urlOf } = connection;
  const { fetch, attemptTimeoutMs: timeoutMs = 10_000 } = options;
  const request = (url: string, init: object = {}) =>
    requestJson(url, { ...init, fetch, timeoutMs, signal, fail: failure });
  const read = async (url: string, init?: object): Promise<unknown> => {
    for (let sent = 1; ; sent++) {
      try {
        return await request(url, init);
      } catch (error) {
        if (!(error instanceof ClientError) || !error.retryable || sent >= READ_ATTEMPTS) throw error;
        await system.pause(Math.max(error.retryAfterMs ?? 0, backOffMs(sent, system)), signal);
      }
    }
  };
  const unlessAbsent = async (url: string): Promise<unknown> => {
    try {
      return await read(url);
    } catch (error) {
      if (error instanceof ClientError && ABSENT.includes(error.status ?? 0)) return undefined;
      throw error;
    }
  };

  const devnet = async () => textIn(await read(`${urlOf()}/devnet`), 'stacksApiUrl');
  const named = options.stacksApiUrl ?? (network === 'devnet' ? await devnet() : PUBLIC_NODES[network]);
  const node = named.replace(/\/+$/, '');

  return {
    nextNonce: async (address) => {
      const indexed = await unlessAbsent(`${node}/extended/v3/principals/${address}/nonces`);
      const [found, field] =
        indexed === undefined
          ? [await read(`${node}/v2/accounts/${address}?proof=0`), 'nonce']
          : [indexed, 'next_nonce'];
      const nonce = isObject(found) ? found[field] : undefined;
      if (typeof nonce !== 'number' || !Number.isSafeInteger(nonce))
        throw unexpected('The node names no nonce');
      return BigInt(nonce);
    },

    feeOf: async (payload, bytes) => {
      const body = JSON.stringify({ transaction_payload: payload, estimated_len: bytes });
      const headers = { 'content-type': 'application/json' };
      try {
        const estimate = await read(`${node}/v2/fees/transaction`, { method: 'POST', headers, body });
        const list: unknown = isObject(estimate) ? estimate['estimations'] : undefined;
        const middle: unknown = Array.isArray(list) ? list[1] : undefined;
        const fee = isObject(middle) ? Number(middle['fee']) : NaN;
        if (Number.isSafeInteger(fee) && fee >= 0) return BigInt(Math.max(fee, bytes));
        throw unexpected('The node names no fee');
      } catch (error) {
        if (error instanceof ClientError && error.status === 400) return USUAL_FEE_USTX;
        throw error;
      }
    },

    send: async (raw, txid) => {
      const bytes = Uint8Array.from(raw.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
      const headers = { 'content-type': 'application/octet-stream' };
      let reason: unknown;
      try {
        const accepted = await request(`${node}/v2/transactions`, {
          ...{ method: 'POST', headers, body: bytes },
          // The body of a refusal contains the `reason` beside the sentence.
          fail: ((message, facts) => {
            reason = isObject(facts.body) ? facts.body['reason'] : undefined;
            return failure(message, facts);
          }) satisfies typeof failure,
        });
        if (typeof accepted === 'string' && accepted.replace(/^0x/, '') === txid) return;
        throw unexpected('The node accepted another transaction');
      } catch (cause) {
        if (typeof reason === 'string')
          throw new ClientError(`The node refused the transaction: ${reason}`, {
            ...{ code: 'transaction-refused', cause },
            details: { reason },
          });
        throw new ClientError('Whether the node took the transaction is not known', {
          ...{ code: 'transaction-unknown', cause, retryable: false },
          details: { txid },
          hint: 'settled(txid) tells; do not send it again before.',
        });
      }
    },

    outcome: async (txid) => {
      const found = await unlessAbsent(`${node}/extended/v3/transactions/0x${txid}?include=result`);
      if (!isObject(found) || found['status'] === 'pending') return undefined;
      const { status, result, vm_error: error, block } = found;
      if (typeof status !== 'string') throw unexpected('The node names no status');
      const words = [isObject(result) ? result['repr'] : undefined, error];
      const isSuccess = status === 'success';
      const height = isObject(block) ? block['height'] : undefined;
      return {
        isSuccess,
        reason: isSuccess ? status : [status, ...words.filter((word) => typeof word === 'string')].join(': '),
        blockHeight: typeof height === 'number' ? height : undefined,
      };
    },
  };
}

function textIn(body: unknown, field: string): string {
  const text = isObject(body) ? body[field] : undefined;
  if (typeof text === 'string') return text;
  throw unexpected(`The response has no ${field}`);
}
