export * from '../../src/testing/queue.js';
