import type { Registry } from '../../domain/market/registry.js';
import type { RegistrySource } from '../../ports/registry-source.js';

/** A registry that was made in code and does not change. */
export class InMemoryRegistry implements RegistrySource {
  constructor(private readonly registry: Registry) {}

  current(): Registry {
    return this.registry;
  }
}
