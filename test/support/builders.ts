export * from '../../src/testing/builders.js';
