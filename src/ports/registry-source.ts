import type { Registry } from '../domain/market/registry.js';

/** What the exchange trades. */
export interface RegistrySource {
  /** The registry in force: the same object until it changes. */
  current(): Registry;
}
