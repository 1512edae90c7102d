export * from '../../src/testing/api-keys.js';
