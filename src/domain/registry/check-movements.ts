import { assetsOf, type Asset } from '../market/assets.js';
import type { Registry } from '../market/registry.js';
import type { RouteHop } from '../router/best-route.js';
import { STX, type ContractId } from '../shared/contract-id.js';
import { rulesOf } from '../vault/kinds.js';
import { contractOfAsset, type AssetId } from '../vault/vault.js';
import { Findings, type Finding } from './finding.js';

/** An amount of an asset that changed hands. A minted amount has no sender, a burnt amount no recipient. */
export interface Movement {
  readonly sender?: string;
  readonly recipient?: string;
  readonly asset: 'stx' | AssetId;
  readonly amount: bigint;
}

/** A wallet's swap in a vault, and what it moved. */
export interface TriedSwap {
  readonly hop: RouteHop;
  readonly wallet: string;
  readonly moved: readonly Movement[];
}

/** Compares a swap's movements with those implied by the entries of the vault and its tokens. */
export function checkMovements(swap: TriedSwap, registry: Registry): readonly Finding[] {
  const { hop, wallet, moved } = swap;
  const sent = assetsIn(moved.filter(({ sender }) => sender === wallet));
  const received = assetsIn(moved.filter(({ sender, recipient }) => recipient === wallet && sender));
  const misnamed = [
    ...checkToken(hop, hop.tokenIn, sent, registry),
    ...checkToken(hop, hop.tokenOut, received, registry),
  ];
  return misnamed.length > 0 ? misnamed : checkVaultFields(swap, registry);
}

function checkToken(
  { vault }: RouteHop,
  token: ContractId,
  moved: ReadonlySet<Asset>,
  registry: Registry,
): readonly Finding[] {
  const asset = assetsOf(registry)(token);
  if (asset === undefined || moved.has(asset)) return [];
  const ofToken = [...moved].find((other) => contractOfToken(other) === token);
  const { all, disagrees } =
    ofToken === undefined ? new Findings('vaults', vault.contractId) : new Findings('tokens', token);
  if (ofToken === undefined) disagrees(token === vault.tokenA ? 'tokenA' : 'tokenB', asset, listed(moved));
  else disagrees('identifier', nameOf(asset), nameOf(ofToken));
  return all;
}

function checkVaultFields({ hop, wallet, moved }: TriedSwap, registry: Registry): readonly Finding[] {
  const { vault, tokenIn, tokenOut } = hop;
  const { all, disagrees } = new Findings('vaults', vault.contractId);
  const [assetIn, assetOut] = [tokenIn, tokenOut].map(assetsOf(registry));
  const holder = rulesOf(vault).holder(vault);

  const payers = new Set(paidTo(wallet, assetOut, moved).flatMap(({ sender }) => sender ?? []));
  if (payers.size > 0 && !payers.has(holder))
    disagrees('externalPoolId', vault.externalPoolId ?? `left out, so ${holder}`, listed(payers));

  if (tokenIn === STX || tokenOut === STX) {
    const wrappers = assetsIn(moved.filter(({ sender, asset }) => sender === wallet && asset !== assetIn));
    const { stxWrapper } = vault;
    if (stxWrapper === undefined ? wrappers.size > 0 : !wrappers.has(stxWrapper))
      disagrees('stxWrapper', stxWrapper ?? 'left out', listed(wrappers));
  }

  const sendsOn = moved.some(
    ({ sender, recipient, asset }) => sender === holder && recipient !== wallet && asset === assetIn,
  );
  if (sendsOn && !rulesOf(vault).forwardsFee(vault))
    disagrees('forwardsInputFee', vault.forwardsInputFee ?? 'left out', 'it sends on a part of the input');
  return all;
}

/** Amount of the hop's output that the wallet got; undefined for a subnet copy, which is not an asset. */
export function paidIn({ hop, wallet, moved }: TriedSwap, registry: Registry): bigint | undefined {
  const asset = assetsOf(registry)(hop.tokenOut);
  if (asset === undefined) return undefined;
  return paidTo(wallet, asset, moved).reduce((sum, { amount }) => sum + amount, 0n);
}

const paidTo = (wallet: string, asset: Asset | undefined, moved: readonly Movement[]) =>
  moved.filter((each) => each.recipient === wallet && each.sender !== undefined && each.asset === asset);

const contractOfToken = (asset: Asset): ContractId => (asset === 'stx' ? STX : contractOfAsset(asset));

const nameOf = (asset: Asset): string => asset.split('::')[1] ?? asset;

const assetsIn = (moved: readonly Movement[]): ReadonlySet<Asset> => new Set(moved.map(({ asset }) => asset));

const listed = (found: ReadonlySet<string>): string => [...found].join(', ') || 'nothing';
