import type { JsonObject } from '../../shared/json.js';

/** The fields of an order that its terms signature does not cover. */
const UNCOVERED = new Set(['signature', 'termsSignature', 'termsPath', 'metadata']);

/** The fields of an order, as its owner sends them, that its terms signature covers. */
export const coveredFields = (input: Readonly<Record<string, unknown>>): JsonObject =>
  Object.fromEntries(
    Object.entries(input).filter(([name, value]) => !UNCOVERED.has(name) && value !== undefined),
  ) as JsonObject;
