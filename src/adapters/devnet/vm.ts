import { ClarityType, cvToString, type ClarityAbi, type ClarityValue } from '@stacks/transactions';
import type * as Sdk from '@stacks/clarinet-sdk';
import { err, ok, type Result } from '../../domain/shared/result.js';
import { emptyUpstream, EMPTY_UPSTREAM, type Upstream } from './upstream.js';
import { loadOnWasmHost, type WasmHost } from './wasm-host.js';

export interface VmEvent {
  /** `ft_transfer_event`, `stx_transfer_event`, `ft_mint_event`, `print_event` and so on. */
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** `panicked` is a runtime error, such as an overflow or a failed `unwrap-panic`. Only `ok` changes the state. */
export type Execution =
  | { readonly kind: 'ok'; readonly result: ClarityValue; readonly events: readonly VmEvent[] }
  | { readonly kind: 'err'; readonly result: ClarityValue }
  | { readonly kind: 'panicked'; readonly message: string };

/** The value that a read-only function returned, or why it could not be called. */
export type ReadOutcome = Result<ClarityValue, string>;

/** A copy of the VM's state; valid for the VM that made it. */
export type Checkpoint = Uint8Array;

/** The network that contracts in the VM find themselves on: its version bytes and its chain id. */
export type VmOptions =
  | { readonly network: 'devnet' }
  /** Without an upstream nothing is there but what is deployed. */
  | { readonly network: 'mainnet'; readonly upstream?: Upstream | undefined };

const EPOCH = '3.3';
const CLARITY_VERSION = 3;

/** The Clarity VM of the chain SDK. Executes calls immediately; blocks, nonces and fees are handled by `Chain`. */
export class Vm {
  private interfaces: ReadonlyMap<string, ClarityAbi> | undefined;
  private scratch: Checkpoint = new Uint8Array(0);

  private constructor(
    private readonly simnet: Sdk.Simnet,
    private readonly host: WasmHost,
  ) {}

  static async start(options: VmOptions): Promise<Vm> {
    const isEmptyMainnet = options.network === 'mainnet' && options.upstream === undefined;
    const { loaded, host } = await loadOnWasmHost(
      async () => (await importSdk()).getSDK(),
      isEmptyMainnet ? emptyUpstream : undefined,
    );
    await loaded.initEmptySession(remoteSettings(options));
    loaded.setEpoch(EPOCH);
    return new Vm(loaded, host);
  }

  deploy(name: string, source: string, deployer: string): void {
    const options = { clarityVersion: CLARITY_VERSION };
    const deployed = this.attempt(() => this.simnet.deployContract(name, source, options, deployer));
    if (!deployed.ok) throw new Error(`contract ${name} cannot be deployed: ${deployed.error}`);
  }

  mintStx(recipient: string, amount: bigint): void {
    this.simnet.mintSTX(recipient, amount);
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

  /** The VM's own block, which every executed call ends; `readAt` takes it. */
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
    return this.attempt(() => this.simnet.execute(`(at-block ${block} ${call})`).result);
  }

  /** Undefined for an unknown contract. Call it after the last deployment only: the interfaces are cached. */
  interfaceOf(contractId: string): ClarityAbi | undefined {
    this.interfaces ??= this.simnet.getContractsInterfaces();
    return this.interfaces.get(contractId);
  }

  /** Copies the state (about 90 MB). */
  checkpoint(): Checkpoint {
    return this.host.memory().slice();
  }

  /** Like `checkpoint`, in a few milliseconds; valid until the next scratch checkpoint. */
  scratchCheckpoint(): Checkpoint {
    const memory = this.host.memory();
    if (this.scratch.length < memory.length) this.scratch = memory.slice();
    else this.scratch.set(memory);
    return this.scratch.subarray(0, memory.length);
  }

  /** Restores the state. Memory that the VM has grown since then stays allocated, unused. */
  restore(checkpoint: Checkpoint): void {
    this.host.memory().set(checkpoint);
  }

  private run(action: () => { result: unknown; events: readonly VmEvent[] }): Execution {
    const run = this.attempt<Execution>(() => {
      const { result, events } = action();
      const value = result as ClarityValue;
      return value.type === ClarityType.ResponseErr
        ? { kind: 'err', result: value }
        : { kind: 'ok', result: value, events };
    });
    return run.ok ? run.value : { kind: 'panicked', message: run.error };
  }

  /** What the VM threw becomes the error. */
  private attempt<T>(action: () => T): Result<T, string> {
    try {
      return ok(action());
    } catch (cause) {
      return err(String(cause));
    } finally {
      this.host.freeResults();
    }
  }
}

/** The SDK takes on mainnet's dress only together with remote state. */
function remoteSettings(options: VmOptions): object {
  if (options.network === 'devnet') return { enabled: false };
  const { api, height } = options.upstream ?? EMPTY_UPSTREAM;
  return {
    enabled: true,
    api_url: api,
    ...(height !== undefined && { initial_height: height }),
    use_mainnet_wallets: true,
  };
}

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
      'the devnet needs the package @stacks/clarinet-sdk, which is not installed or does not load';
    throw new Error(message, { cause });
  });

/** The SDK bundles its own @stacks/transactions, whose values are equal but whose enums are distinct types. */
const sdkArgs = (args: readonly ClarityValue[]) =>
  args as unknown as Parameters<Sdk.Simnet['callPublicFn']>[2];
