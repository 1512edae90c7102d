import { Cl, ClarityType, type ClarityAbi, type ClarityValue } from '@stacks/transactions';
import type * as Sdk from '@stacks/clarinet-sdk';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import type { Dress } from './accounts.js';
import type { Execution, ReadOutcome, VmEvent } from './execution.js';
import { literalOf, loadSdk, NO_SETTINGS, remoteSettings, sdkArgs, type LoadedSdk } from './sdk.js';
import { emptyUpstream, UpstreamUnavailable, type Upstream } from './upstream.js';
import { canHold, heldValues, loadImage, type VmImage } from './vm-image.js';
import type { WasmHost } from './wasm-host.js';

/** A copy of the VM's state. Only the VM that made it can restore it. */
export type Checkpoint = Uint8Array;

/** A contract to deploy. */
export interface Deployment {
  readonly contractId: string;
  readonly source: string;
  readonly clarityVersion: number | undefined;
}

export interface VmOptions {
  /** The network that contracts in the VM see: its version bytes and chain id. */
  readonly network: Dress;
  /** The network whose state is read on demand; if absent, nothing exists but what is deployed. */
  readonly upstream?: Upstream | undefined;
  /** The SDK from `loadSdk`, which is called now by default. */
  readonly sdk?: Promise<LoadedSdk>;
}

const EPOCH = '3.3';
const CLARITY_VERSION = 3;

/** The Clarity VM of the chain SDK. Executes calls immediately; blocks, nonces and fees are handled by `Chain`. */
export class Vm {
  private interfaces: ReadonlyMap<string, ClarityAbi> | undefined;
  /** Whether a contract has been deployed since the start, in which case earlier states may have other interfaces. */
  private hasDeployed = false;
  private scratch: Checkpoint = new Uint8Array(0);

  private readonly takeFailure: Upstream['takeFailure'];

  /** Values that this process's VM held at its start, and the address of its session. */
  private readonly own: Pick<VmImage, 'held' | 'session'>;

  /** The state before the running call, to be restored if the upstream is unavailable. */
  private before: Checkpoint = new Uint8Array(0);
  /** Whether `before` is a copy of the present state. */
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

  /** Text that identifies the VM's version. VMs of the same version can continue one another's images. */
  get fingerprint(): string {
    return `${this.host.fingerprint} ${EPOCH} ${CLARITY_VERSION}`;
  }

  /** Starts a VM with an open network. @throws UpstreamUnavailable if the upstream does not respond. */
  static async start(options: VmOptions): Promise<Vm> {
    const vm = await Vm.prepare(options);
    await vm.open();
    return vm;
  }

  /** Creates a VM that cannot execute anything yet: it waits for `open`, or for an image to load. */
  static async prepare({ network, upstream, sdk = loadSdk() }: VmOptions): Promise<Vm> {
    const { loaded, host } = await sdk;
    // Even if it fails, the SDK's first call creates the JavaScript values that every later session holds.
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
    // With an upstream, the epoch follows from the height of the upstream's block.
    if (isNew) simnet.setEpoch(EPOCH);
    // Needs a block of its own: state written in the upstream's block would be read from the upstream again.
    else simnet.mineEmptyStacksBlock();
  }

  deploy(name: string, source: string, deployer: string): void {
    const options = { clarityVersion: CLARITY_VERSION };
    const deployed = this.attempt(() => this.simnet.deployContract(name, source, options, deployer));
    if (!deployed.ok) throw new Error(`contract ${name} cannot be deployed: ${deployed.error}`);
  }

  /** Deploys a contract as a transaction does. A contract that fails the VM's checks gives `panicked`. */
  deployFor({ contractId, source, clarityVersion }: Deployment, sender: string): Execution {
    const name = contractId.slice(contractId.indexOf('.') + 1);
    // Set even if the deployment fails, since undoing it later removes the contract's interface.
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

  /** Mints an amount of an asset, `<contract>::<asset>`, for an account or a contract. */
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

  /** Height of the VM's current block, as `readAt` takes it. Each executed call ends a block. */
  height(): number {
    return this.simnet.stacksBlockHeight;
  }

  /** Like `read`, but in the state at the end of an earlier block of the VM. */
  readAt(
    height: number,
    contractId: string,
    functionName: string,
    args: readonly ClarityValue[],
    sender: string,
  ): ReadOutcome {
    if (height >= this.height()) return this.read(contractId, functionName, args, sender);
    return this.valueAt(
      height,
      `(contract-call? '${contractId} ${functionName} ${args.map(literalOf).join(' ')})`,
    );
  }

  /** Like `stxBalance`, but in the state at the end of an earlier block of the VM. */
  stxBalanceAt(height: number, principal: string): bigint {
    if (height >= this.height()) return this.stxBalance(principal);
    const read = this.valueAt(height, `(stx-get-balance '${principal})`);
    if (read.ok && read.value.type === ClarityType.UInt) return BigInt(read.value.value);
    throw new Error(`${principal} had no STX balance${read.ok ? '' : `: ${read.error}`}`);
  }

  private valueAt(height: number, expression: string): ReadOutcome {
    const block = `(unwrap-panic (get-stacks-block-info? id-header-hash u${height}))`;
    const past = () => this.attempt(() => this.simnet.execute(`(at-block ${block} ${expression})`).result);
    return Number(this.simnet.currentEpoch) > Number(EPOCH) ? this.inEpochOfTheDevnet(past) : past();
  }

  /** Runs a read in the devnet's epoch, because later epochs have no `at-block`. The change of epoch leaves no trace. */
  private inEpochOfTheDevnet<T>(read: () => T): T {
    this.secure();
    this.simnet.setEpoch(EPOCH);
    try {
      return read();
    } finally {
      this.host.memory().set(this.before);
    }
  }

  /** Interface of a contract; undefined for an unknown contract. */
  interfaceOf(contractId: string): ClarityAbi | undefined {
    this.interfaces ??= this.simnet.getContractsInterfaces();
    return this.interfaces.get(contractId);
  }

  /** Copies the state (about 25 MB). */
  checkpoint(): Checkpoint {
    return this.host.memory().slice();
  }

  /** Like `checkpoint`, but takes only a few milliseconds; valid until the next scratch checkpoint. */
  scratchCheckpoint(): Checkpoint {
    const memory = this.host.memory();
    this.scratch = copyInto(this.scratch, memory);
    return this.scratch.subarray(0, memory.length);
  }

  /** Restores the state. Memory that the VM has allocated since the checkpoint stays allocated, but is unused. */
  restore(checkpoint: Checkpoint): void {
    this.host.memory().set(checkpoint);
    this.isSecured = false;
    this.forgetInterfaces();
  }

  /** Copies the state for another process; undefined while the VM holds values that exist only in this process. */
  image(): VmImage | undefined {
    const held = heldValues(this.host.exports);
    if (!canHold(this.own.held, held)) return undefined;
    return { memory: this.checkpoint(), held, session: this.session() };
  }

  /** Whether this VM, which must be new, can continue the image of a VM with the same fingerprint. */
  canLoad({ held, session }: VmImage): boolean {
    return session === this.own.session && canHold(this.own.held, held);
  }

  /** Replaces the state with an image for which `canLoad` is true. */
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

  /** Runs the action. An exception of the VM is returned as the error. @throws UpstreamUnavailable */
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

  /** Discards the effect of a call after a failed request: the SDK treated the missing value as absent, so the result is wrong. */
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
