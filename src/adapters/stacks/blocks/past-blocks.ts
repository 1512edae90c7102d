import type { ClarityValue } from '@stacks/transactions';
import type { Txid } from '../../../domain/order/ids.js';
import type { OrderTerms } from '../../../domain/order/order.js';
import { NO_BYTES } from '../../../domain/order/swap-transaction.js';
import type { Address } from '../../../domain/shared/address.js';
import { STX } from '../../../domain/shared/contract-id.js';
import { fieldsOf, isCount } from '../../../domain/shared/fields.js';
import { ok } from '../../../domain/shared/result.js';
import { parseUnits } from '../../../domain/shared/units.js';
import type { ChainRead, MinedSwap, PastBlocks, RegistrySource } from '../../../ports/index.js';
import { decodeClarity, textOf } from '../node/clarity.js';
import { unreachable } from '../node/http.js';
import type { StacksNode } from '../node/node-client.js';
import { readSwapArguments } from '../swap/swap-arguments.js';

/** Options for reading past blocks. */
export interface PastBlocksOptions {
  readonly node: Pick<
    StacksNode,
    'blockTransactions' | 'transactionWithArguments' | 'transactionStatus' | 'rawTransaction' | 'tipAt'
  >;
  readonly registry: RegistrySource;
}

/**
 * Reads past blocks from the index. The effect of a transaction on an order is taken from the index's description of it, since
 * hosts no longer provide signed bytes.
 *
 * @example
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so' });
 * const pastBlocks = createPastBlocks({ node, registry: { current: () => registry } });
 */
export function createPastBlocks({ node, registry }: PastBlocksOptions): PastBlocks {
  /** Returns the block's wanted calls that succeeded, with their arguments. */
  const callsOf = async (
    height: number,
    isWanted: (call: Fields) => boolean,
  ): ChainRead<readonly Fields[]> => {
    const listed = await node.blockTransactions(height);
    if (!listed.ok) return listed;
    if (listed.value.kind !== 'found') return unreachable(`the index cannot list block ${height}`);
    const calls: Fields[] = [];
    for (const transaction of listed.value.transactions.map(fieldsOf)) {
      if (!isWanted(callOf(transaction)) || transaction['tx_status'] !== 'success') continue;
      const hasArguments = callOf(transaction)['function_args'] !== undefined;
      const read = hasArguments ? ok(transaction) : await node.transactionWithArguments(txidOf(transaction));
      if (!read.ok) return read;
      calls.push(read.value);
    }
    return ok(calls);
  };

  return {
    tipAt: (height) => node.tipAt(height),

    async swapIn(height, terms) {
      const { wstx } = registry.current();
      const calls = await callsOf(height, (call) => call['contract_id'] === terms.router);
      if (!calls.ok) return calls;
      for (const call of calls.value) {
        const swap = readSwap(call, terms);
        if (swap === undefined) continue;
        const status = await node.transactionStatus(swap.txid);
        if (!status.ok) return status;
        if (status.value.kind !== 'success' || status.value.amountOut === undefined)
          return unreachable(`the index does not say what ${swap.txid} paid`);
        const raw = await node.rawTransaction(swap.txid);
        if (!raw.ok) return raw;
        const { amountOut } = status.value;
        return ok({
          ...swap,
          raw: raw.value ?? NO_BYTES,
          outputToken: swap.outputToken === wstx ? STX : swap.outputToken,
          status: { ...status.value, amountOut },
        });
      }
      return ok(undefined);
    },

    async isRevokedIn(height, { uuid, owner, inputToken }) {
      const { tokens, verifier } = registry.current();
      const version = tokens.find(({ contractId }) => contractId === inputToken)?.blaze;
      // In version 1 anyone may spend a uuid, so a spent one does not prove that the owner revoked it.
      if (version !== 'v2') return ok(false);
      const isRevocation = (call: Fields) =>
        call['contract_id'] === verifier[version] && call['function_name'] === 'revoke';
      const calls = await callsOf(height, isRevocation);
      if (!calls.ok) return calls;
      return ok(
        calls.value.some((call) => call['sender_address'] === owner && textOf(argumentsOf(call)[0]) === uuid),
      );
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

const callOf = (transaction: Fields): Fields => fieldsOf(transaction['contract_call']);

const txidOf = (transaction: Fields): Txid => String(transaction['tx_id']).replace(/^0x/, '') as Txid;

function argumentsOf(transaction: Fields): readonly (ClarityValue | undefined)[] {
  const { function_args: args } = callOf(transaction);
  return Array.isArray(args) ? args.map((arg) => decodeClarity(fieldsOf(arg)['hex'])) : [];
}

/** Reads a swap from a transaction's description; undefined if it is not a swap of the order. */
function readSwap(
  transaction: Fields,
  { uuid }: Pick<OrderTerms, 'uuid'>,
): Omit<MinedSwap, 'status' | 'raw'> | undefined {
  const swap = readSwapArguments(argumentsOf(transaction));
  const { sender_address: sender, nonce } = transaction;
  const feeUstx = parseUnits(transaction['fee_rate']);
  if (swap === undefined || swap.uuid !== uuid) return undefined;
  if (typeof sender !== 'string' || !isCount(nonce) || !feeUstx.ok) return undefined;
  return {
    txid: txidOf(transaction),
    sender: sender as Address,
    nonce: BigInt(nonce),
    feeUstx: feeUstx.value,
    vaults: swap.vaults,
    outputToken: swap.outputToken,
    recipient: swap.recipient,
  };
}
