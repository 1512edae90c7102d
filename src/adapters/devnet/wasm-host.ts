import { setFlagsFromString } from 'node:v8';

/**
 * Loads the chain SDK so that the VM's whole state can be copied and put back.
 *
 * The VM has no undo, and a transaction that breaks its post-conditions must leave no trace. All of its state is in the
 * linear memory of one WebAssembly instance, which the SDK keeps to itself: so the instance is noted while it is made.
 * The SDK leaves freeing its results to the garbage collector; a result freed after its memory was put back would be
 * freed twice. So frees are taken over too, and done after each call.
 */
export interface WasmHost {
  /** Bytes of the VM's memory; a new view after it has grown. */
  memory(): Uint8Array;
  /** Frees every result handed out since the last call. Nothing may look at them afterwards. */
  freeResults(): void;
}

interface WasmInstance {
  readonly exports: { readonly memory?: { readonly buffer: ArrayBuffer } };
}

/** The two constructors that the SDK's loader takes from the global scope. */
interface LoaderGlobals {
  WebAssembly: { Instance: new (...args: unknown[]) => WasmInstance };
  FinalizationRegistry: unknown;
}

/**
 * The optimising compiler makes each call a third cheaper and each start over a second slower. A devnet starts often and
 * is not asked that much.
 */
const QUICK_START_FLAG = '--liftoff-only';

/** Runs `load`, which must load the SDK's WebAssembly module for the first time in this process. */
export async function loadOnWasmHost<T>(load: () => Promise<T>): Promise<{ loaded: T; host: WasmHost }> {
  setFlagsFromString(QUICK_START_FLAG);
  const globals = globalThis as unknown as LoaderGlobals;
  const { Instance } = globals.WebAssembly;
  const { FinalizationRegistry } = globals;
  const instances: WasmInstance[] = [];
  const unfreed = new Map<unknown, () => void>();

  globals.WebAssembly.Instance = new Proxy(Instance, {
    construct(target, args: unknown[]) {
      const instance = new target(...args);
      instances.push(instance);
      return instance;
    },
  });
  globals.FinalizationRegistry = class {
    constructor(private readonly free: (held: unknown) => void) {}
    register(_target: unknown, held: unknown, token: unknown): void {
      // Results are held by their address. What is held otherwise are callbacks of asynchronous calls: those stay.
      if (typeof held === 'number') unfreed.set(token, () => this.free(held));
    }
    unregister(token: unknown): void {
      unfreed.delete(token);
    }
  };
  let loaded: T;
  try {
    loaded = await load();
  } finally {
    globals.WebAssembly.Instance = Instance;
    globals.FinalizationRegistry = FinalizationRegistry;
  }

  const memory = instances.find((instance) => instance.exports.memory !== undefined)?.exports.memory;
  if (memory === undefined)
    throw new Error('this version of @stacks/clarinet-sdk does not expose its memory; use the pinned one');
  // What exists now is the VM itself, which lives as long as the process.
  unfreed.clear();
  return {
    loaded,
    host: {
      memory: () => new Uint8Array(memory.buffer),
      freeResults() {
        for (const free of unfreed.values()) free();
        unfreed.clear();
      },
    },
  };
}
