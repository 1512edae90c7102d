// What the @examples of public functions take as given. Only types matter: examples are compiled, not run.
import type { Core } from '../../src/application/core.js';
import type { Registry } from '../../src/domain/market/registry.js';
import type { Clock } from '../../src/ports/index.js';

export declare const clock: Clock;
export declare const core: Core;
export declare const registry: Registry;
