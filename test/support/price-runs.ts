export * from '../../src/testing/price-runs.js';
