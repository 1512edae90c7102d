import { ContainerModule } from 'inversify';
import { bindResource, PORT, token } from '../../adapters/inversify/index.js';
import {
  BlockKnowledge,
  createAccountStates,
  createBlockReader,
  createBlockTrades,
  createContractLookup,
  createLiquiditySource,
  createPastBlocks,
  createSentSwaps,
  createSignatureVerifier,
  createSpentOrders,
  createSubnetHoldings,
  createSwapSigner,
  createTokenBalances,
  createWalletBalances,
  openSignatureThreads,
  type OperatorKey,
  type StacksNode,
  type ThreadedVerifier,
} from '../../adapters/stacks/index.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import type { Network } from '../../domain/shared/network.js';
import { toUnits } from '../../domain/shared/units.js';
import { CHAIN_LOG } from './log.js';
import { learnFees, type ClosableRegistry, type LearningRegistry } from './registry.js';

/** Tokens to bind next to `chainPortsModule`, together with `CHAIN_LOG`. */
export const NODE = token<StacksNode>('node');
export const WRITTEN_REGISTRY = token<ClosableRegistry>('written-registry');
export const OPERATOR_KEYS = token<readonly OperatorKey[]>('operator-keys');

const REGISTRY = token<LearningRegistry>('registry-source');
const SIGNATURE_THREADS = token<ThreadedVerifier>('signature-threads');

export interface ChainPortsOptions {
  readonly network: Network;
  /** Cap on the fee of one swap. */
  readonly maxFeeUstx: bigint;
  /** Whether metadata is accepted only for contracts that exist on the chain. */
  readonly requireContract: boolean;
  /** Number of threads that check signatures; 0 for none. */
  readonly signatureThreads: number;
}

/** The ports of a chain behind a Stacks node: reserves, balances, blocks, signatures, registry and, with operator keys, the signers. */
export const chainPortsModule = ({
  network,
  maxFeeUstx,
  requireContract,
  signatureThreads,
}: ChainPortsOptions): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const knowledge = new BlockKnowledge();
    bindResource(bind, REGISTRY, {
      needs: [WRITTEN_REGISTRY, PORT.liquidity, NODE, PORT.clock, CHAIN_LOG],
      open: (registry, liquidity, node, clock, log) => {
        const comparisons = createLiquiditySource({ node: node.as('fees'), clock });
        return learnFees({ registry, liquidity, comparisons, clock }, log);
      },
      close: (registry) => registry.stop(),
    });
    bind(PORT.registry).toService(REGISTRY);
    bind(PORT.chain).toService(NODE);
    if (signatureThreads === 0) bind(PORT.signatures).toResolvedValue(createSignatureVerifier);
    else {
      bindResource(bind, SIGNATURE_THREADS, {
        needs: [CHAIN_LOG],
        open: (log) =>
          openSignatureThreads(signatureThreads, (error) =>
            log.warn(
              { err: error },
              'a thread that checks signatures has ended; another one repeats its checks',
            ),
          ),
        close: (verifier) => verifier.close(),
      });
      bind(PORT.signatures).toService(SIGNATURE_THREADS);
    }
    bind(PORT.liquidity).toResolvedValue(
      (node, clock) => createLiquiditySource({ node: node.as('sending'), clock }),
      [NODE, PORT.clock],
    );
    bind(PORT.subnetHoldings).toResolvedValue(
      (node, clock) => createSubnetHoldings({ node: node.as('market'), clock }),
      [NODE, PORT.clock],
    );
    bind(PORT.blocks).toResolvedValue(
      (node, registry, clock, tokenUris, log) => {
        const onMetadata = (tokens: readonly ContractId[]) =>
          void tokenUris
            .haste(tokens, clock.now())
            .catch((error: unknown) => log.warn({ err: error }, 'changed metadata is read a day late'));
        const reads = { node: node.as('blocks'), market: node.as('market') };
        return createBlockReader({ ...reads, registry, clock, onMetadata, knowledge });
      },
      [NODE, REGISTRY, PORT.clock, PORT.tokenUris, CHAIN_LOG],
    );
    bind(PORT.blockTrades).toResolvedValue(
      (node, registry) => createBlockTrades({ node: node.as('trades'), registry, knowledge }),
      [NODE, REGISTRY],
    );
    bind(PORT.balances).toResolvedValue(
      (node) =>
        createTokenBalances({
          node: node.as('sending'),
          nodeAt: { first: node.as('funds'), again: node.as('funds-again') },
        }),
      [NODE],
    );
    bind(PORT.walletBalances).toResolvedValue(
      (node) => createWalletBalances({ node: node.as('wallets') }),
      [NODE],
    );
    bind(PORT.accounts).toResolvedValue((node) => createAccountStates({ node: node.as('sending') }), [NODE]);
    if (requireContract)
      bind(PORT.contracts).toResolvedValue(
        (node) => createContractLookup({ node: node.as('lookups') }),
        [NODE],
      );
    bind(PORT.spentOrders).toResolvedValue(
      (node, registry) => createSpentOrders({ node, registry }),
      [NODE, REGISTRY],
    );
    bind(PORT.pastBlocks).toResolvedValue(
      (node, registry) => createPastBlocks({ node, registry }),
      [NODE, REGISTRY],
    );
    bind(PORT.sentSwaps).toResolvedValue(
      (node, registry) => createSentSwaps({ node, registry }),
      [NODE, REGISTRY],
    );
    bind(PORT.signers).toResolvedValue(
      (node, keys, log) => {
        if (keys.length === 0) log.warn({ network }, 'no operator key: this process sends no swaps');
        const shared = { network, node: node.as('sending'), maxFeeUstx: toUnits(maxFeeUstx) };
        return keys.map((operatorKey) => createSwapSigner({ operatorKey, ...shared }));
      },
      [NODE, OPERATOR_KEYS, CHAIN_LOG],
    );
  });
