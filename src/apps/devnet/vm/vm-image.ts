import { createHash } from 'node:crypto';

/** The exports of the VM's WebAssembly instance that hold its state, apart from a stack that is empty between calls. */
export interface VmExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  /** JavaScript values that the VM refers to by position. */
  readonly __wbindgen_externrefs: {
    readonly length: number;
    get(slot: number): unknown;
    set(slot: number, value: unknown): void;
    grow(slots: number): number;
  };
}

/** JavaScript values that the VM holds. */
export interface HeldValues {
  /** Number of slots in the table. */
  readonly length: number;
  /** Names that the VM keeps for the objects it returns. */
  readonly texts: readonly (readonly [slot: number, text: string])[];
  /** Positions and kinds of functions and objects. These exist only in the process that created them. */
  readonly objects: readonly string[];
}

/** The VM's state in a form that another process can load: its memory, and the JavaScript values that it holds. */
export interface VmImage {
  readonly memory: Uint8Array;
  readonly held: HeldValues;
  /** Address of the session in the memory. */
  readonly session: number;
}

const PAGE_BYTES = 65_536;

/** Returns a text that identifies the module by its initial memory and its imports and exports. Call it before the module runs. */
export function fingerprintOf(exports: VmExports, imports: object): string {
  const names = [
    ...Object.keys(exports),
    ...Object.values(imports).flatMap((each) => Object.keys(each as object)),
  ];
  return createHash('sha256')
    .update(new Uint8Array(exports.memory.buffer))
    .update(names.join())
    .digest('hex');
}

export function heldValues({ __wbindgen_externrefs: table }: VmExports): HeldValues {
  const texts: [number, string][] = [];
  const objects: string[] = [];
  for (let slot = 0; slot < table.length; slot++) {
    const value = table.get(slot);
    if (typeof value === 'string') texts.push([slot, value]);
    // Skips free slots, which are null or undefined.
    else if (value !== undefined && value !== null) objects.push(`${slot} ${kindOf(value)}`);
  }
  return { length: table.length, texts, objects };
}

/**
 * Whether a VM that holds `fresh` right after its start can continue with a memory that refers to `saved`. For that, the functions
 * and objects of the two processes must be at the same positions; texts can be restored.
 */
export const canHold = (fresh: HeldValues, saved: HeldValues): boolean =>
  fresh.objects.join() === saved.objects.join();

/** Replaces the whole state of the VM. */
export function loadImage(exports: VmExports, memory: Uint8Array, { length, texts }: HeldValues): void {
  const missing = memory.length - exports.memory.buffer.byteLength;
  if (missing > 0) exports.memory.grow(Math.ceil(missing / PAGE_BYTES));
  new Uint8Array(exports.memory.buffer).set(memory);
  const table = exports.__wbindgen_externrefs;
  if (table.length < length) table.grow(length - table.length);
  for (const [slot, text] of texts) table.set(slot, text);
}

const kindOf = (value: unknown): string =>
  typeof value === 'function' ? `function ${value.name}` : `${typeof value} ${String(value)}`;
