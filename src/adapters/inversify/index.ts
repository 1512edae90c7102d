export { createContainer } from './container.js';
export { portsModule, STORAGE, storageModule, type OpenedStorage } from './modules.js';
export { bindResource, closeContainer, CLOSING, type Resource } from './resources.js';
export { CORE, PORT, SETTINGS, token, type StorageName } from './tokens.js';
