export * from '../../src/testing/conditions.js';
