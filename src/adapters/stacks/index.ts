export type { HttpEvent, HttpOptions } from './http.js';
export { createLiquiditySource, type LiquiditySourceOptions } from './liquidity.js';
export { createNodeClient, type StacksNode } from './node-client.js';
export { parseOperatorKey, type InvalidOperatorKey, type OperatorKey } from './operator-key.js';
export { createRegistry, type InvalidRegistry } from './registry.js';
export { openRegistryFile, type RegistryFile, type RegistryFileOptions } from './registry-file.js';
export { builtInRegistry } from './registries/built-in.js';
export { createSignatureVerifier } from './signature-verifier.js';
export { createSwapSigner, type SwapSignerOptions } from './swap-signer.js';
