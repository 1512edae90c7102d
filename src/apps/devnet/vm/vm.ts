import { Cl, ClarityType, cvToString, type ClarityAbi, type ClarityValue } from '@stacks/transactions';
import type * as Sdk from '@stacks/clarinet-sdk';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import type { Dress } from './accounts.js';
import { emptyUpstream, type Upstream } from './upstream.js';
import { canHold, heldValues, loadImage, type HeldValues } from './vm-image.js';
import { loadOnWasmHost, type WasmHost } from './wasm-host.js';

export interface VmEvent {
  /** Such as `ft_transfer_event`, `stx_transfer_event`, `ft_mint_event` or `print_event`. */
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** `panicked` is a runtime error, such as an overflow or a failed `unwrap-panic`. Only `ok` changes the state. */
export type Execution =
  | { readonly kind: 'ok'; readonly result: ClarityValue; readonly events: readonly VmEvent[] }
  | { readonly kind: 'err'; readonly result: ClarityValue }
  | { readonly kind: 'panicked'; readonly message: string };

/** The value of a read-only function, or the reason why it could not be called. */
export type ReadOutcome = Result<ClarityValue, string>;

/** A copy of the VM's state; valid for the VM that made it. */
export type Checkpoint = Uint8Array;

/** The VM's state for another process: its memory, and the JavaScript values that it holds. */
export interface VmImage {
  readonly memory: Uint8Array;
  readonly held: HeldValues;
  /** Address of the session in the memory. */
  readonly session: number;
}

/** A contract to deploy. */
export interface Deployment {
  readonly contractId: string;
  readonly source: string;
  readonly clarityVersion: number | undefined;
}

export interface VmOptions {
  /** The network that contracts in the VM see: its version bytes and chain id. */
  readonly network: Dress;
  /** If absent, only what is deployed exists. */
  readonly upstream?: Upstream | undefined;
  /** From `loadSdk`, called now by default. */
  readonly sdk?: Promise<LoadedSdk>;
}

/** The SDK with the only VM that a process can have. */
export type LoadedSdk = Awaited<ReturnType<typeof loadSdk>>;

/** Loads the SDK, for the first and only time in this process. */
export const loadSdk = () => loadOnWasmHost(async () => (await importSdk()).getSDK());

/** The VM could not read state from the upstream. The call left no trace, and may succeed later. */
export class UpstreamUnavailable extends Error {}

const EPOCH = '3.3';
const CLARITY_VERSION = 3;

/** The Clarity VM of the chain SDK. Executes calls immediately; blocks, nonces and fees are handled by `Chain`. */
export class Vm {
  private interfaces: ReadonlyMap<string, ClarityAbi> | undefined;
  /** Whether a contract has been deployed since, so that an earlier state may have other interfaces. */
  private hasDeployed = false;
  private scratch: Checkpoint = new Uint8Array(0);

  private readonly takeFailure: Upstream['takeFailure'];

  /** Values specific to this process's VM, by the address of its session. */
  private readonly own: Pick<VmImage, 'held' | 'session'>;

  /** The state before the running call, in case the upstream is unavailable. */
  private before: Checkpoint = new Uint8Array(0);
  /** Whether `before` is the present state. */
  private isSecured = false;

  private constructor(
    private readonly simnet: Sdk.Simnet,
    private readonly host: WasmHost,
    private readonly options: {
      readonly network: Dress;
      readonly upstream: Upstream;
      readonly isNew: boolean;
    },
  ) {
    this.takeFailure = options.upstream.takeFailure;
    this.own = { held: heldValues(host.exports), session: this.session() };
  }

  /** Identifies VM versions that can continue one another's images. */
  get fingerprint(): string {
    return `${this.host.fingerprint} ${EPOCH} ${CLARITY_VERSION}`;
  }

  /** A VM with an open network. @throws UpstreamUnavailable if the upstream does not respond. */
  static async start(options: VmOptions): Promise<Vm> {
    const vm = await Vm.prepare(options);
    await vm.open();
    return vm;
  }

  /** A VM that does not execute anything yet: it waits for `open`, or for an image to load. */
  static async prepare({ network, upstream, sdk = loadSdk() }: VmOptions): Promise<Vm> {
    const { loaded, host } = await sdk;
    // Whatever its outcome, the SDK's first call creates the JavaScript values that every later session holds.
    await loaded.initEmptySession(NO_SETTINGS).catch(() => undefined);
    const isNew = upstream === undefined;
    const state = upstream ?? emptyUpstream(network);
    host.answerRequests(state.answer);
    return new Vm(loaded, host, { network, upstream: state, isNew });
  }

  /** Opens the network. @throws UpstreamUnavailable if the upstream does not respond. */
  async open(): Promise<void> {
    const { simnet } = this;
    const { network, upstream, isNew } = this.options;
    try {
      await simnet.initEmptySession(remoteSettings(network, upstream));
    } catch (cause) {
      throw new UpstreamUnavailable(this.takeFailure?.() ?? 'the VM does not start', { cause });
    }
    // The epoch of an upstream's block follows from its height.
    if (isNew) simnet.setEpoch(EPOCH);
    // State written in the upstream's own block would be read from the upstream again.
    else simnet.mineEmptyStacksBlock();
  }

  deploy(name: string, source: string, deployer: string): void {
    const options = { clarityVersion: CLARITY_VERSION };
    const deployed = this.attempt(() => this.simnet.deployContract(name, source, options, deployer));
    if (!deployed.ok) throw new Error(`contract ${name} cannot be deployed: ${deployed.error}`);
  }

  /** Deploys a contract as a transaction does. One that fails the VM's checks panics. */
  deployFor({ contractId, source, clarityVersion }: Deployment, sender: string): Execution {
    const name = contractId.slice(contractId.indexOf('.') + 1);
    // Even if it fails: undoing it later removes its interface.
    this.hasDeployed = true;
    this.interfaces = undefined;
    return this.run(() => {
      const options = { clarityVersion: clarityVersion ?? CLARITY_VERSION };
      const { events } = this.simnet.deployContract(name, source, options, sender);
      return { result: Cl.ok(Cl.bool(true)), events };
    });
  }

  /** The contract's source; undefined if it was not deployed here. */
  sourceOf(contractId: string): string | undefined {
    return this.simnet.getContractSource(contractId);
  }

  mintStx(recipient: string, amount: bigint): void {
    const minted = this.attempt(() => this.simnet.mintSTX(recipient, amount));
    if (!minted.ok) throw new Error(`STX cannot be minted: ${minted.error}`);
    this.isSecured = false;
  }

  /** Gives an account or a contract an amount of an asset, `<contract>::<asset>`, out of nothing. */
  mintToken(asset: string, recipient: string, amount: bigint): Result<unknown, string> {
    const minted = this.attempt(() => this.simnet.mintFT(asset, recipient, amount));
    this.isSecured = false;
    return minted;
  }

  /** The unlocked STX of an account or a contract, in microSTX. */
  stxBalance(principal: string): bigint {
    const expression = `(stx-get-balance '${principal})`;
    const read = this.attempt<ClarityValue>(() => this.simnet.execute(expression).result);
    if (read.ok && read.value.type === ClarityType.UInt) return BigInt(read.value.value);
    throw new Error(`${principal} has no STX balance${read.ok ? '' : `: ${read.error}`}`);
  }

  transferStx(amount: bigint, sender: string, recipient: string): Execution {
    return this.run(() => this.simnet.transferSTX(amount, recipient, sender));
  }

  call(contractId: string, functionName: string, args: readonly ClarityValue[], sender: string): Execution {
    return this.run(() => this.simnet.callPublicFn(contractId, functionName, sdkArgs(args), sender));
  }

  read(contractId: string, functionName: string, args: readonly ClarityValue[], sender: string): ReadOutcome {
    return this.attempt(
      () => this.simnet.callReadOnlyFn(contractId, functionName, sdkArgs(args), sender).result,
    );
  }

  /** The VM's own block, which every executed call ends; for `readAt`. */
  height(): number {
    return this.simnet.stacksBlockHeight;
  }

  /** Like `read`, in the state at the end of an earlier block of the VM. */
  readAt(
    height: number,
    contractId: string,
    functionName: string,
    args: readonly ClarityValue[],
    sender: string,
  ): ReadOutcome {
    if (height >= this.height()) return this.read(contractId, functionName, args, sender);
    const call = `(contract-call? '${contractId} ${functionName} ${args.map(literalOf).join(' ')})`;
    const block = `(unwrap-panic (get-stacks-block-info? id-header-hash u${height}))`;
    const past = () => this.attempt(() => this.simnet.execute(`(at-block ${block} ${call})`).result);
    return Number(this.simnet.currentEpoch) > Number(EPOCH) ? this.inEpochOfTheDevnet(past) : past();
  }

  /** Later epochs have no `at-block`. The change of epoch leaves no trace. */
  private inEpochOfTheDevnet<T>(read: () => T): T {
    this.secure();
    this.simnet.setEpoch(EPOCH);
    try {
      return read();
    } finally {
      this.host.memory().set(this.before);
    }
  }

  /** Undefined for an unknown contract. Call it only after the last `deploy`: interfaces are cached. */
  interfaceOf(contractId: string): ClarityAbi | undefined {
    this.interfaces ??= this.simnet.getContractsInterfaces();
    return this.interfaces.get(contractId);
  }

  /** Copies the state (about 25 MB). */
  checkpoint(): Checkpoint {
    return this.host.memory().slice();
  }

  /** Like `checkpoint`, in a few milliseconds; valid until the next scratch checkpoint. */
  scratchCheckpoint(): Checkpoint {
    const memory = this.host.memory();
    this.scratch = copyInto(this.scratch, memory);
    return this.scratch.subarray(0, memory.length);
  }

  /** Restores the state. Memory that the VM has added since then stays allocated but unused. */
  restore(checkpoint: Checkpoint): void {
    this.host.memory().set(checkpoint);
    this.isSecured = false;
    this.forgetInterfaces();
  }

  /** Copies the state for another process; undefined while the VM holds anything specific to this process. */
  image(): VmImage | undefined {
    const held = heldValues(this.host.exports);
    if (!canHold(this.own.held, held)) return undefined;
    return { memory: this.checkpoint(), held, session: this.session() };
  }

  /** Whether this new VM can continue the image of a VM with the same fingerprint. */
  canLoad({ held, session }: VmImage): boolean {
    return session === this.own.session && canHold(this.own.held, held);
  }

  /** Replaces the state with that of an image that it can load. */
  load({ memory, held }: VmImage): void {
    loadImage(this.host.exports, memory, held);
    this.isSecured = false;
    this.interfaces = undefined;
  }

  private forgetInterfaces(): void {
    if (this.hasDeployed) this.interfaces = undefined;
  }

  private session(): number {
    return Reflect.get(this.simnet, '__wbg_ptr') as number;
  }

  private run(action: () => { result: unknown; events: readonly VmEvent[] }): Execution {
    const run = this.attempt<Execution>(() => {
      const { result, events } = action();
      const value = result as ClarityValue;
      return value.type === ClarityType.ResponseErr
        ? { kind: 'err', result: value }
        : { kind: 'ok', result: value, events };
    });
    this.isSecured = false;
    return run.ok ? run.value : { kind: 'panicked', message: run.error };
  }

  /** Runs the action and returns anything the VM throws as the error. @throws UpstreamUnavailable */
  private attempt<T>(action: () => T): Result<T, string> {
    this.secure();
    try {
      return ok(action());
    } catch (cause) {
      return err(String(cause));
    } finally {
      this.host.freeResults();
      this.discardMadeUp();
    }
  }

  private secure(): void {
    if (this.takeFailure === undefined || this.isSecured) return;
    this.before = copyInto(this.before, this.host.memory());
    this.isSecured = true;
  }

  /** The SDK treats a value that it cannot read as absent, so its result is wrong. */
  private discardMadeUp(): void {
    const failure = this.takeFailure?.();
    if (failure === undefined) return;
    this.host.memory().set(this.before);
    throw new UpstreamUnavailable(failure);
  }
}

/** Copies the memory into the buffer, or into a new one if it is too small. */
function copyInto(buffer: Uint8Array, memory: Uint8Array): Uint8Array {
  if (buffer.length < memory.length) return memory.slice();
  buffer.set(memory);
  return buffer;
}

/**
 * The SDK uses mainnet's dress only with remote state. Without remote state it also deploys the boot contracts of two networks,
 * which takes 60 MB and most of a second.
 */
const remoteSettings = (network: Dress, { api, height }: Upstream): object => ({
  enabled: true,
  api_url: api,
  initial_height: height,
  use_mainnet_wallets: network === 'mainnet',
});

/** A value that the SDK refuses. */
const NO_SETTINGS = 'none';

/** A value as Clarity source. */
function literalOf(value: ClarityValue): string {
  switch (value.type) {
    case ClarityType.PrincipalStandard:
    case ClarityType.PrincipalContract:
      return `'${value.value}`;
    case ClarityType.OptionalSome:
      return `(some ${literalOf(value.value)})`;
    default:
      return cvToString(value);
  }
}

/** The SDK is an optional dependency of the package. */
const importSdk = (): Promise<typeof Sdk> =>
  import('@stacks/clarinet-sdk').catch((cause: unknown) => {
    const message =
      'the devnet needs the package @stacks/clarinet-sdk, which is not installed or does not load: npm install @stacks/clarinet-sdk';
    throw new Error(message, { cause });
  });

/** The SDK bundles its own @stacks/transactions, whose values are equal but whose enums are distinct types. */
const sdkArgs = (args: readonly ClarityValue[]) =>
  args as unknown as Parameters<Sdk.Simnet['callPublicFn']>[2];
