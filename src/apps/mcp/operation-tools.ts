import { isObject } from '../../domain/shared/fields.js';
import { describeAreas } from '../../adapters/express/index.js';
import type { AreaDescription, OperationDescription } from '../../adapters/express/schema/model.js';
import { answerOf } from './answer.js';
import { argumentsOf } from './operation-arguments.js';
import { inWireForm, requireNames, send, type Called } from './operation-request.js';
import { lacksProof, proofArguments, unsignedCall } from './owner-proof.js';
import { badArgument, type Arguments, type McpTool } from './tool.js';

/** Areas whose operations are tools. */
const AREAS = ['swap', 'prices'];

/** Paths that are for programs that stay: credentials, deliveries, charts of others, and descriptions. */
const LEFT_OUT = /^\/(udf|api\/v1\/(api-keys|webhooks))\b|^\/$/;

const CHANGES = ['post', 'patch', 'delete'];

/** Tools of all operations of the areas that answer with JSON at once. */
export const operationTools = (names: readonly string[] = AREAS): readonly McpTool[] =>
  describeAreas(names.filter((name) => AREAS.includes(name)))
    .filter(({ name }) => AREAS.includes(name))
    .flatMap((area) => area.operations.filter(isTool).map((operation) => toolOf(area, operation)));

const isTool = ({ path, responses: [usual] }: OperationDescription): boolean =>
  !LEFT_OUT.test(path) && (usual.mediaType ?? 'application/json') === 'application/json';

/** Name of an operation's tool: `quote_route` for `quoteRoute`. */
export const toolName = (id: string): string => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function toolOf({ mount, schemas }: AreaDescription, operation: OperationDescription): McpTool {
  const { id, summary, method } = operation;
  const fields = argumentsOf(operation, schemas);
  const proofs = proofArguments(operation);
  const called: Called = { operation, mount, fields };
  const known = [...fields.map(({ name }) => name), ...Object.keys(proofs)];
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const isRead = !CHANGES.includes(method) || operation.access.every((who) => who === 'anyone');
  const name = toolName(id);
  return {
    name,
    isRead,
    title: summary,
    description: descriptionOf(operation),
    inputSchema: {
      type: 'object',
      properties: { ...Object.fromEntries(fields.map((one) => [one.name, one.schema])), ...proofs },
      required,
      additionalProperties: false,
    },
    run: async (args, context) => {
      requireNames(args, known, required);
      requireSignedTerms(operation, args);
      const read = await inWireForm(called, args, context);
      if (lacksProof(operation, read)) return unsignedCall(name, operation, read, context);
      return answerOf(await send(called, read, context), await context.facts());
    },
  };
}

/**
 * Refuses an order without its owner's signature of all terms. A server accepts one unless SLUICE_REQUIRE_SIGNED_TERMS is set, but the
 * owner of an order that an agent passes on has only what was signed.
 */
function requireSignedTerms({ id }: OperationDescription, { order, orders }: Arguments): void {
  const placed = id === 'placeOrder' ? [order] : id === 'placeOrders' && Array.isArray(orders) ? orders : [];
  if (placed.every((one) => isObject(one) && typeof one['termsSignature'] === 'string')) return;
  throw badArgument(
    'termsSignature',
    'the second signature that prepare_order asks for, which covers all terms',
  );
}

function descriptionOf({ summary, rules = [], access }: OperationDescription): string {
  const needsOwner = !access.includes('anyone') && !access.includes('order-signature');
  return [
    `${summary}.`,
    ...rules,
    ...(needsOwner
      ? ['Without proof or apiKey it sends nothing, and returns the message that the owner has to sign.']
      : []),
  ].join(' ');
}
