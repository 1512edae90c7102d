import type { StorageAccess } from '../ports/index.js';
import { afterAll, beforeEach } from './framework.js';

/** An open, empty storage of an adapter under test. */
export interface OpenedStorage {
  readonly ports: StorageAccess;
  /** Closes the storage and removes its data. */
  close(): Promise<void>;
}

/** A storage adapter under contract tests. */
export interface StorageHarness {
  /** The adapter's name, for the titles of the tests. */
  readonly name: string;
  /** A new, empty storage. */
  open(): Promise<OpenedStorage>;
}

/** Opens a storage before each test of the suite, after closing that of the previous test. `begin` receives its ports. */
export function openEach(harness: StorageHarness, begin: (ports: StorageAccess) => unknown): void {
  let storage: OpenedStorage | undefined;
  beforeEach(async () => {
    await storage?.close();
    storage = await harness.open();
    await begin(storage.ports);
  });
  afterAll(() => storage?.close());
}
