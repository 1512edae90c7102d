import { createHash } from 'node:crypto';
import { parseTxid } from '../../../domain/order/ids.js';
import type { ContractFacts } from '../../../domain/registry/contract-facts.js';
import type { Address } from '../../../domain/shared/address.js';
import { contractParts, type ContractId } from '../../../domain/shared/contract-id.js';
import { fieldsOf, isCount } from '../../../domain/shared/fields.js';
import { ok } from '../../../domain/shared/result.js';
import type { ChainNode, ChainTip, ChainRead, RefusalSubject } from '../../../ports/index.js';
import { createAccountReader, type AccountReader } from './account-transactions.js';
import { createContentsReader, hexOf, type ContentsReader } from './block-contents.js';
import { readContractFacts } from './contract-facts.js';
import { createHosts, type Hosts, type HostsOptions } from './hosts.js';
import { parseResponse } from './http.js';
import { createIndexApi } from './index-api.js';
import type { RequestPurpose } from './request-budget.js';
import { blockRef, type NoteStatus } from './status-parser.js';
import { createToldStatuses, type ToldStatuses } from './told-statuses.js';
import { createEventsReader, type EventsReader } from './transaction-events.js';
import { createStatusReader } from './transaction-status.js';

/** A Stacks node and its index, with the reads that the rest of this adapter needs. */
export interface StacksNode extends ChainNode, ContentsReader, AccountReader, EventsReader {
  /** The block at the height, for reads pinned to it; undefined if the index does not have it. */
  tipAt(height: number): ChainRead<ChainTip | undefined>;
  /**
   * Calls a read-only function with arguments in consensus hex, as of the block `at` if given. Returns the result in hex;
   * undefined if the call fails. Fails as `chain-unreachable` while the host does not know the block.
   */
  callRead(
    contract: ContractId,
    functionName: string,
    args: readonly string[],
    at?: ChainTip,
  ): ChainRead<string | undefined>;
  /** Whether the node has a contract of this name. */
  hasContract(contract: ContractId): ChainRead<boolean>;
  /** The contract's functions, assets, source and height; undefined if the node has no such contract. */
  contractFacts(contract: ContractId): ChainRead<ContractFacts | undefined>;
  /** The number of accounts that hold an asset of the contract; undefined if the index does not count them. */
  holders(contract: ContractId, asset: string): ChainRead<number | undefined>;
  /** The unlocked balance of an account in microSTX and its next nonce, at the newest block. */
  account(principal: string): ChainRead<{ readonly balanceUstx: bigint; readonly nonce: bigint }>;
  /** The unlocked balance of an account or a contract in microSTX, as of the block `at` if given. */
  stxBalance(principal: string, at?: ChainTip): ChainRead<bigint>;
  /** The middle fee estimate in microSTX for a transaction of `bytes`; undefined if the node has no estimate. */
  estimateFee(payloadHex: string, bytes: number): ChainRead<bigint | undefined>;
  /**
   * The same node, with reads that count for this purpose in the host's allowance; by default they count as `settlement`.
   * Transactions are sent regardless of the allowance.
   */
  as(purpose: RequestPurpose): StacksNode;
  /** Milliseconds until the allowance permits this many consecutive reads for the purpose set by `as`; 0 if it does now. */
  waitFor(requests: number): number;
  /** Lets running requests finish, then closes the connections. */
  close(): Promise<void>;
}

/** Subjects of the node's refusals, by reason. A reason that is not listed is about the transaction. */
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
 * Opens a client for a Stacks node and its index. Every read fails as `chain-unreachable` if retries are exhausted or the circuit
 * is open. With `fallbackUrls`, only `tip` changes the host, and only if the one in use has failed: everything that starts with
 * `tip` reads from one host.
 *
 * @example
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so' });
 * const tip = await node.tip();
 * await node.close();
 */
export function createNodeClient(options: HostsOptions): StacksNode {
  const noted = new Set<string>();
  const note: NoteStatus = (status) => {
    if (noted.has(status) || noted.size === MOST_STATUSES) return;
    noted.add(status);
    options.onEvent?.({ kind: 'unknown-status', status });
  };
  return nodeOver(createHosts(options), { note, told: createToldStatuses() });
}

/** Maximum number of unknown statuses to report. They are the host's words, and it may make up any number of them. */
const MOST_STATUSES = 20;

/** State shared by nodes of all purposes. */
interface Shared {
  readonly note: NoteStatus;
  readonly told: ToldStatuses;
}

function nodeOver(http: Hosts, shared: Shared): StacksNode {
  const index = createIndexApi(http);
  const accounts = createAccountReader(index);

  /** Nonces of the account as the index knows them; `executed` is -1 for an account that never sent. */
  const indexedNonces = async (
    account: Address,
  ): ChainRead<{ readonly executed: bigint; readonly pending: readonly bigint[] }> => {
    const { version, response } = await index.get({
      v3: `/principals/${account}/nonces`,
      v1: `/address/${account}/nonces`,
    });
    return parseResponse(response, (body) => {
      const fields = fieldsOf(body);
      const last = fields[version === 3 ? 'last_confirmed_nonce' : 'last_executed_tx_nonce'];
      const executed = last === null ? -1n : nonceOf(last);
      const listed =
        version === 3 ? fieldsOf(fields['mempool'])['pending_nonces'] : fields['detected_mempool_nonces'];
      // The pending nonces are absent if a host does not look into its mempool.
      const pending = Array.isArray(listed) ? listed.map(nonceOf).filter((nonce) => nonce !== undefined) : [];
      return executed === undefined ? undefined : { executed, pending };
    });
  };

  const nextNonce = async (account: Address, at?: ChainTip): ChainRead<bigint> =>
    parseResponse(await http.get(accountPath(account, at)), (body) => nonceOf(fieldsOf(body)['nonce']));

  /** Reads the canonical block at the height; undefined if the index does not have it. */
  const readBlock = async <T>(
    height: number,
    parse: (block: Readonly<Record<string, unknown>>) => T | undefined,
  ): ChainRead<T | undefined> => {
    const response = await http.get(`/extended/v2/blocks/${height}`);
    if (response.ok && response.value.status === 404) return ok(undefined);
    return parseResponse(response, (body) => {
      const block = fieldsOf(body);
      return block['canonical'] === false || block['height'] !== height ? undefined : parse(block);
    });
  };

  return {
    ...createStatusReader(index, { accounts, ...shared }),
    ...createContentsReader(http, shared.told),
    ...createEventsReader(index),
    ...accounts,
    as: (purpose) => nodeOver(http.as(purpose), shared),
    waitFor: (requests) => http.waitFor(requests),
    close: () => http.close(),

    tip: () => http.choose(async (host) => parseResponse(await host.get('/v2/info'), readTip)),

    indexHeight: async () =>
      parseResponse(await http.get('/extended'), (body) => {
        const height = fieldsOf(fieldsOf(body)['chain_tip'])['block_height'];
        return isCount(height) ? height : undefined;
      }),

    blockAt: (height) => readBlock(height, ({ block_time: time, hash }) => blockRef(height, time, hash)),

    tipAt: (height) =>
      readBlock(height, ({ index_block_hash: hash }) => {
        const id = hexOf(hash);
        return id?.length === 64 ? { height, id } : undefined;
      }),

    nextNonce,

    async accountNonces(account) {
      const [next, indexed] = await Promise.all([nextNonce(account), indexedNonces(account)]);
      if (!next.ok) return next;
      if (!indexed.ok) return indexed;
      // If several nodes share one address, the one that responds may lag behind the index or be ahead of it: the higher nonce is right.
      const { executed, pending } = indexed.value;
      return ok({ next: next.value > executed ? next.value : executed + 1n, pending });
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

    async callRead(contract, functionName, args, at) {
      const { address, name } = contractParts(contract);
      const path = `/v2/contracts/call-read/${address}/${name}/${functionName}`;
      const response = await http.query(at === undefined ? path : `${path}?tip=${at.id}`, {
        sender: address,
        arguments: args,
      });
      // Status 400: the call costs more than the node spends on a read. Other calls of the contract may pass.
      if (response.ok && response.value.status === 400) return ok(undefined);
      const read = parseResponse(response, (body) => {
        const { okay, result } = fieldsOf(body);
        if (okay === false) return { hex: undefined };
        return okay === true && typeof result === 'string' ? { hex: result } : undefined;
      });
      return read.ok ? ok(read.value.hex) : read;
    },

    async hasContract(contract) {
      const { address, name } = contractParts(contract);
      const response = await http.get(`/v2/contracts/interface/${address}/${name}`);
      if (response.ok && response.value.status === 404) return ok(false);
      return parseResponse(response, (body) => Array.isArray(fieldsOf(body)['functions']) || undefined);
    },

    contractFacts: (contract) => readContractFacts(http, contract),

    async holders(contract, asset) {
      const response = await http.get(`/extended/v1/tokens/ft/${contract}::${asset}/holders?limit=1`);
      if (response.ok && response.value.status !== 200) return ok(undefined);
      return parseResponse(response, (body) => {
        const { total } = fieldsOf(body);
        return isCount(total) ? total : undefined;
      });
    },

    account: async (principal) =>
      parseResponse(await http.get(accountPath(principal, undefined)), (body) => {
        const { balance, nonce } = fieldsOf(body);
        const [balanceUstx, next] = [ustxOf(balance), nonceOf(nonce)];
        return balanceUstx === undefined || next === undefined ? undefined : { balanceUstx, nonce: next };
      }),

    stxBalance: async (principal, at) =>
      parseResponse(await http.get(accountPath(principal, at)), (body) => ustxOf(fieldsOf(body)['balance'])),

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

const accountPath = (principal: string, at: ChainTip | undefined): string =>
  `/v2/accounts/${principal}?proof=0${at === undefined ? '' : `&tip=${at.id}`}`;

const ustxOf = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^0x[0-9a-f]{1,32}$/i.test(value) ? BigInt(value) : undefined;

const nonceOf = (value: unknown): bigint | undefined => (isCount(value) ? BigInt(value) : undefined);

/**
 * Reads the newest block. A node identifies a block by the SHA-512/256 of its hash and its sortition's consensus hash
 * (`StacksBlockId::new`, https://github.com/stacks-network/stacks-core/blob/master/stacks-common/src/types/chainstate.rs).
 */
function readTip(body: unknown): ChainTip | undefined {
  const {
    stacks_tip_height: height,
    stacks_tip: hash,
    stacks_tip_consensus_hash: consensus,
  } = fieldsOf(body);
  if (!isCount(height) || typeof hash !== 'string' || typeof consensus !== 'string') return undefined;
  if (!/^[0-9a-f]{64}$/.test(hash) || !/^[0-9a-f]{40}$/.test(consensus)) return undefined;
  const id = createHash('sha512-256')
    .update(Buffer.from(hash + consensus, 'hex'))
    .digest('hex');
  return { height, id };
}
