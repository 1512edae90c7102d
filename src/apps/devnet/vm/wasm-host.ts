import { setFlagsFromString } from 'node:v8';
import { fingerprintOf, type VmExports } from './vm-image.js';

/**
 * Access to the memory of the chain SDK's VM, for copying and restoring its whole state: the VM has no undo, but a transaction
 * that breaks its post-conditions must leave no trace. The whole state is in the linear memory of one WebAssembly instance. The SDK
 * does not expose the instance, so it is captured when it is created. The SDK frees results once they are garbage-collected; one
 * freed after a restore would be freed twice. Frees are therefore intercepted, and done after each call.
 */
export interface WasmHost {
  /** The VM's memory. Do not keep the view: it becomes invalid when the memory grows. */
  memory(): Uint8Array;
  readonly exports: VmExports;
  /** Identifies the version of the SDK's module. */
  readonly fingerprint: string;
  /** Frees all results returned since the last call; they must not be read afterwards. */
  freeResults(): void;
  /** Makes the VM ask `answer` first, from now on, whenever it wants remote state. */
  answerRequests(answer: AnswerRequest): void;
}

/** The response to a request of the VM for remote state. */
export interface RemoteAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Responds to a request of the VM; undefined if there is no response. It runs in the VM's thread. `send` lets the SDK send the
 * request and blocks the thread until the response arrives; it returns undefined if the request fails.
 */
export type AnswerRequest = (url: string, send: () => RemoteAnswer | undefined) => RemoteAnswer | undefined;

interface WasmInstance {
  readonly exports: Partial<VmExports>;
}

/** Functions of the SDK that its WebAssembly module calls, by module and name. */
type Import = (...args: number[]) => unknown;
type Imports = Readonly<Record<string, Readonly<Record<string, Import>>>>;

/** Name of the SDK's request function, without the hash at its end. It takes the addresses and lengths of the URL and the headers. */
const REQUEST_IMPORT = '__wbg_syncHttpRequest_';
/** Replacements for the functions with which the SDK caches remote contracts in `.cache` in the working directory: nothing is cached. */
const CACHE_IMPORTS: readonly (readonly [name: string, Import])[] = [
  ['__wbg_existsSync_', () => 0],
  ['__wbg_mkdirSync_', () => undefined],
  ['__wbg_writeFileSync_', () => undefined],
];

/** The two constructors that the SDK's loader looks up in the global scope. */
interface LoaderGlobals {
  WebAssembly: { Instance: new (module: unknown, imports: Imports) => WasmInstance };
  FinalizationRegistry: unknown;
}

/** Flag that disables the optimising compiler, which would make each call a third cheaper but the start over a second slower. */
const QUICK_START_FLAG = '--liftoff-only';

/** Runs `load`, which must load the SDK's WebAssembly module for the first time in this process. */
export async function loadOnWasmHost<T>(load: () => Promise<T>): Promise<{ loaded: T; host: WasmHost }> {
  setFlagsFromString(QUICK_START_FLAG);
  const globals = globalThis as unknown as LoaderGlobals;
  const { Instance } = globals.WebAssembly;
  const { FinalizationRegistry } = globals;
  const instances: WasmInstance[] = [];
  let fingerprint = '';
  let answer: AnswerRequest = (_url, send) => send();
  const unfreed = new Map<unknown, () => void>();

  globals.WebAssembly.Instance = class extends Instance {
    constructor(module: unknown, imports: Imports) {
      const memory = () => new Uint8Array(exportsOf(instances).memory.buffer);
      const withAnswers = withRequestsTo((url, send) => answer(url, send), imports, memory);
      super(module, withAnswers);
      instances.push(this);
      if (isVm(this.exports)) fingerprint = fingerprintOf(this.exports, imports);
    }
  };
  globals.FinalizationRegistry = class {
    constructor(private readonly free: (held: unknown) => void) {}
    register(_target: unknown, held: unknown, token: unknown): void {
      // Results are held by address, a number. Anything else is the callback of an asynchronous call, and is not freed.
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

  const exports = exportsOf(instances);
  // Only the VM itself has been registered so far. It lives as long as the process, so it must not be freed.
  unfreed.clear();
  return {
    loaded,
    host: {
      memory: () => new Uint8Array(exports.memory.buffer),
      exports,
      fingerprint,
      freeResults() {
        for (const free of unfreed.values()) free();
        unfreed.clear();
      },
      answerRequests(by) {
        answer = by;
      },
    },
  };
}

const isVm = (exports: Partial<VmExports>): exports is VmExports =>
  exports.memory !== undefined && exports.__wbindgen_externrefs !== undefined;

function exportsOf(instances: readonly WasmInstance[]): VmExports {
  const found = instances.map(({ exports }) => exports).find(isVm);
  if (found === undefined)
    throw new Error('this version of @stacks/clarinet-sdk does not expose its memory; use the pinned one');
  return found;
}

/** The imports, with a request function that asks `answer`, and without the SDK's file cache. */
function withRequestsTo(answer: AnswerRequest, imports: Imports, memory: () => Uint8Array): Imports {
  const asked =
    (request: Import): Import =>
    (...args) => {
      const [address = 0, length = 0] = args;
      const url = new TextDecoder().decode(memory().slice(address, address + length));
      return answer(url, () => request(...args) as RemoteAnswer | undefined);
    };
  const replaced = new Set<string>();
  const replace = ([name, original]: [string, Import]): [string, Import] => {
    const [cached, instead] = CACHE_IMPORTS.find(([prefix]) => name.startsWith(prefix)) ?? [];
    const prefix = name.startsWith(REQUEST_IMPORT) ? REQUEST_IMPORT : cached;
    if (prefix === undefined) return [name, original];
    replaced.add(prefix);
    return [name, instead ?? asked(original)];
  };
  const changed = Object.entries(imports).map(
    ([module, functions]) => [module, Object.fromEntries(Object.entries(functions).map(replace))] as const,
  );
  if (replaced.size !== CACHE_IMPORTS.length + 1)
    throw new Error(
      'this version of @stacks/clarinet-sdk requests remote state another way; use the pinned one',
    );
  return Object.fromEntries(changed);
}
