export { createContainer, portsModule, STORAGE, storageModule, type OpenedStorage } from './container.js';
export { bindResource, closeContainer, CLOSING, type Resource } from './resources.js';
export { CORE, PORT, SETTINGS, token } from './tokens.js';
