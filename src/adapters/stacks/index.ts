export type { HttpEvent, HttpOptions } from './http.js';
export { createNodeClient, type StacksNode } from './node-client.js';
export { createRegistry, type InvalidRegistry } from './registry.js';
export { openRegistryFile, type RegistryFile, type RegistryFileOptions } from './registry-file.js';
export { builtInRegistry } from './registries/built-in.js';
export { createSignatureVerifier } from './signature-verifier.js';
