import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cl } from '@stacks/transactions';
import type { OrderHandle, OrderSignature, OrderUuid } from '../../../domain/order/ids.js';
import type { OrderTerms } from '../../../domain/order/order.js';
import type { Movement } from '../../../domain/registry/check-movements.js';
import type { Address } from '../../../domain/shared/address.js';
import { fieldsOf } from '../../../domain/shared/fields.js';
import { err, ok, unwrap } from '../../../domain/shared/result.js';
import { toUnits, type Units } from '../../../domain/shared/units.js';
import type { ContractReader, SwapPlan, Trial, TrialChain, TrialOrder } from '../../../ports/index.js';
import type { StacksNode } from '../node/node-client.js';
import { parseOperatorKey } from '../swap/operator-key.js';
import { createSwapSigner } from '../swap/swap-signer.js';
import { createTrialFunds, type TrialAccount } from './trial-funds.js';
import { orderSignature } from '../signatures/wallet.js';

/** A running fork, and access to it. */
export interface TrialChainOptions {
  readonly fork: {
    readonly network: 'mainnet' | 'testnet';
    readonly controlUrl: string;
    /** Sent to the test controls as `Authorization: Bearer`. */
    readonly controlToken: string;
    /** The wallet that swaps, and another one. */
    readonly accounts: readonly [TrialAccount, TrialAccount];
    /** Key of the account that pays for transactions. */
    readonly operatorKey: string;
  };
  readonly node: StacksNode;
  readonly contracts: Pick<ContractReader, 'describe'>;
  /** First pause before the network is tried again, in milliseconds; later pauses are longer. Default 2,000. */
  readonly pauseMs?: number;
}

/** Default slippage of the executor: 1%. */
const SLIPPAGE = { numerator: 1n, denominator: 100n };
const FEE_USTX = toUnits(10_000n);
/** Maximum number of blocks to mine for a transaction. A block that cannot read the network leaves its transactions pending. */
const MOST_BLOCKS = 10;

/**
 * Opens a fork as a chain for trials. Its controls give out tokens, and the code that sends orders also builds the trial orders.
 *
 * @example
 * const fork = await startFork({ blockMs: 86_400_000, controlPort: 0, controlToken, network: { url } });
 * const trials = createTrialChain({ fork: { ...fork, controlToken }, node, contracts });
 */
export function createTrialChain(options: TrialChainOptions): TrialChain {
  const { fork, node, pauseMs = 2_000 } = options;
  const { network, accounts } = fork;
  const [wallet, another] = accounts;
  const operatorKey = unwrap(parseOperatorKey(fork.operatorKey));
  const signer = createSwapSigner({ operatorKey, network, node, maxFeeUstx: FEE_USTX });

  const funds = createTrialFunds({ ...fork, contracts: options.contracts, pauseMs });

  const planOf = ({ registry, router, paid, hop, toAnother }: TrialOrder): SwapPlan => {
    const uuid = randomUUID() as string as OrderUuid;
    const { amountIn } = hop;
    const blaze = registry.tokens.find(({ contractId }) => contractId === paid)?.blaze ?? 'v1';
    const toSign = { network, blaze, inputToken: paid, amountIn, router: router.id, uuid };
    const terms: OrderTerms = {
      uuid,
      handle: uuid as string as OrderHandle,
      owner: wallet.address as Address,
      inputToken: paid,
      outputToken: hop.tokenOut,
      amountIn,
      recipient: (toAnother === true ? another : wallet).address as Address,
      router: router.id,
      signature: orderSignature(toSign, wallet.privateKey) as OrderSignature,
      strategy: {},
      extra: {},
    };
    const route = { hops: [hop], amountIn, amountOut: hop.amountOut };
    return { terms, route, slippage: SLIPPAGE, registry };
  };

  async function execute(plan: SwapPlan): Trial<Units> {
    const nonces = await node.accountNonces(signer.address);
    if (!nonces.ok) return nonces;
    const signed = await signer.sign(plan, { nonce: nonces.value.next, feeUstx: FEE_USTX });
    if (!signed.ok) return err({ kind: 'refused', reason: 'no post-condition can bound its amounts' });
    const { raw, txid } = signed.value;
    const sent = await node.broadcast(raw, txid);
    if (sent.kind !== 'accepted') return err({ kind: 'untried', reason: sent.reason });
    for (let blocks = 0; blocks < MOST_BLOCKS; blocks++) {
      const mined = await funds.control('/mine');
      if (!mined.ok) return mined;
      const status = await node.transactionStatus(txid);
      if (!status.ok) return status;
      if (status.value.kind === 'aborted')
        return err({ kind: 'refused', reason: status.value.reason ?? 'aborted' });
      if (status.value.kind === 'success') return ok(status.value.amountOut ?? toUnits(0n));
      await sleep(pauseMs * (blocks + 1));
    }
    // Dropped, so that its nonce does not block later transactions.
    await funds.control('/drop', { txid });
    return err({ kind: 'untried', reason: 'the network did not answer what the swap reads' });
  }

  return {
    wallet: wallet.address,

    async order(order) {
      const { registry, router, paid, hop } = order;
      const funded = await funds.give(registry, hop.tokenIn, hop.amountIn, router.id);
      if (!funded.ok) return funded;
      const payable = await funds.give(registry, paid, hop.amountIn, wallet.address);
      return payable.ok ? execute(planOf(order)) : payable;
    },

    async swap(registry, { vault, opcode, tokenIn, amountIn }) {
      const funded = await funds.give(registry, tokenIn, amountIn, wallet.address);
      if (!funded.ok) return funded;
      const args = [Cl.uint(amountIn), Cl.some(Cl.buffer(Uint8Array.of(opcode)))];
      const called = await funds.call(vault.contractId, 'execute', args);
      return called.ok ? ok(movementsIn(called.value['events'])) : called;
    },
  };
}

const MOVING = /^(stx|ft)_(transfer|burn)_event$/;

/** Movements among the events of a call; mints and prints move nothing. */
function movementsIn(events: unknown): readonly Movement[] {
  return (Array.isArray(events) ? events : []).map(fieldsOf).flatMap(({ event, data }) => {
    if (!MOVING.test(String(event))) return [];
    const { sender, recipient, asset_identifier: asset, amount } = fieldsOf(data);
    return [
      {
        sender: String(sender),
        ...(typeof recipient === 'string' && { recipient }),
        asset: (typeof asset === 'string' ? asset : 'stx') as Movement['asset'],
        amount: BigInt(String(amount)),
      },
    ];
  });
}
