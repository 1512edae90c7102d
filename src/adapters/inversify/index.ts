export { createContainer } from './container.js';
export {
  chainModule,
  executionModule,
  metadataModule,
  pricesModule,
  storageModule,
  systemModule,
} from './modules.js';
export { CORE, PORT, SETTINGS } from './tokens.js';
