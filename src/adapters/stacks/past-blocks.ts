import {
  addressFromVersionHash,
  addressHashModeToVersion,
  addressToString,
  ClarityType,
  deserializeTransaction,
  PayloadType,
  type ClarityValue,
} from '@stacks/transactions';
import type { RawTransaction, Txid } from '../../domain/order/ids.js';
import type { OrderTerms } from '../../domain/order/order.js';
import type { Address } from '../../domain/shared/address.js';
import { STX, type ContractId } from '../../domain/shared/contract-id.js';
import { fieldsOf } from '../../domain/shared/fields.js';
import type { Network } from '../../domain/shared/network.js';
import { ok } from '../../domain/shared/result.js';
import { toUnits } from '../../domain/shared/units.js';
import type { MinedSwap, PastBlocks, RegistrySource } from '../../ports/index.js';
import { textOf } from './clarity.js';
import { unreachable } from './http.js';
import type { StacksNode } from './node-client.js';
import { parseStatusV1 } from './status-parser.js';

/** What past blocks are read with. */
export interface PastBlocksOptions {
  readonly node: Pick<StacksNode, 'blockTransactions' | 'rawTransaction' | 'tipAt'>;
  readonly registry: RegistrySource;
}

/**
 * Reads past blocks from the index. What a transaction did for an order is taken from its signed bytes, not from their
 * description.
 *
 * @example
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so' });
 * const pastBlocks = createPastBlocks({ node, registry: { current: () => registry } });
 */
export function createPastBlocks({ node, registry }: PastBlocksOptions): PastBlocks {
  return {
    tipAt: (height) => node.tipAt(height),

    async swapIn(height, terms) {
      const { network, wstx } = registry.current();
      const listed = await node.blockTransactions(height);
      if (!listed.ok) return listed;
      if (listed.value.kind !== 'found') return unreachable(`the index cannot list block ${height}`);
      for (const transaction of listed.value.transactions) {
        if (!mayBeFor(transaction, terms)) continue;
        const listed = parseStatusV1(transaction);
        if (listed?.kind !== 'success') continue;
        const txid = String(fieldsOf(transaction)['tx_id']).replace(/^0x/, '') as Txid;
        const raw = await node.rawTransaction(txid);
        if (!raw.ok) return raw;
        const swap = readSwap(raw.value, terms, network);
        if (swap?.txid !== txid) continue;
        const { amountOut } = listed;
        if (amountOut === undefined) return unreachable(`the index does not say what ${txid} paid`);
        const outputToken = swap.outputToken === wstx ? STX : swap.outputToken;
        return ok({ ...swap, outputToken, status: { ...listed, amountOut } });
      }
      return ok(undefined);
    },
  };
}

/** Whether the description says that the transaction calls the order's router with its uuid. */
function mayBeFor(transaction: unknown, { router, uuid }: Pick<OrderTerms, 'router' | 'uuid'>): boolean {
  const { contract_id: contract, function_args: args } = fieldsOf(fieldsOf(transaction)['contract_call']);
  return contract === router && Array.isArray(args) && JSON.stringify(args).includes(uuid);
}

/** The swap as its signed bytes have it; undefined when they are no swap of the order. */
function readSwap(
  raw: RawTransaction,
  { uuid, router }: Pick<OrderTerms, 'router' | 'uuid'>,
  network: Network,
): Omit<MinedSwap, 'status'> | undefined {
  const transaction = deserializeTransaction(raw);
  const { payload, auth } = transaction;
  if (payload.payloadType !== PayloadType.ContractCall) return undefined;
  const called = `${addressToString(payload.contractAddress)}.${payload.contractName.content}`;
  const [paid, ...rest] = payload.functionArgs.map(fieldsOfTuple);
  const received = rest.at(-1);
  if (called !== router || textOf(paid?.['uuid']) !== uuid || received === undefined) return undefined;
  const { hashMode, signer, nonce, fee } = auth.spendingCondition;
  return {
    txid: transaction.txid() as Txid,
    raw,
    sender: addressToString(
      addressFromVersionHash(addressHashModeToVersion(hashMode, network), signer),
    ) as Address,
    nonce,
    feeUstx: toUnits(fee),
    vaults: rest.slice(0, -1).map((hop) => principalOf(hop['vault']) as ContractId),
    outputToken: principalOf(received['token']) as ContractId,
    recipient: principalOf(received['to']) as Address,
  };
}

const fieldsOfTuple = (value: ClarityValue): Readonly<Record<string, ClarityValue>> =>
  value.type === ClarityType.Tuple ? value.value : {};

function principalOf(value: ClarityValue | undefined): string {
  const isPrincipal =
    value?.type === ClarityType.PrincipalContract || value?.type === ClarityType.PrincipalStandard;
  return isPrincipal ? value.value : '';
}
