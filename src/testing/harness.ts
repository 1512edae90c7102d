import type { StorageAccess } from '../ports/index.js';

/** An open, empty storage of an adapter under test. */
export interface OpenedStorage {
  readonly ports: StorageAccess;
  /** Closes it and removes its data. */
  close(): Promise<void>;
}

/** A storage adapter under contract tests. */
export interface StorageHarness {
  /** The adapter's name, for the titles of the tests. */
  readonly name: string;
  /** A new, empty storage. */
  open(): Promise<OpenedStorage>;
}
