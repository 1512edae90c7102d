import type { Registry } from '../domain/market/registry.js';

/** The registry of tokens, vaults and routers. */
export interface RegistrySource {
  /** The current registry: the same object until it changes. */
  current(): Registry;
}
