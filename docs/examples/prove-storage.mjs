// @ts-check
// Runs the tests that every storage adapter passes against one, here the one in memory, with Node's test runner.
// Run: node docs/examples/prove-storage.mjs
import { after, before, beforeEach, describe, it } from 'node:test';
import { expect } from 'expect';
import { memoryStorage } from 'sluice/memory';
import { storageContract } from 'sluice/testing';

storageContract(
  { name: 'my storage', open: async () => ({ ports: memoryStorage(), close: async () => {} }) },
  { framework: { describe, it, beforeAll: before, beforeEach, afterAll: after, expect } },
);
