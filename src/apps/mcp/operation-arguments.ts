import type {
  AreaDescription,
  JsonSchema,
  OperationDescription,
} from '../../adapters/express/schema/model.js';
import { COMMON_SCHEMAS } from '../../adapters/express/schema/components.js';
import { shownSchema } from './input-schema.js';

/** Place of an argument in the request. */
export type Place = 'path' | 'query' | 'body' | 'whole-body' | 'signed';

/** An argument of an operation's tool. */
export interface OperationArgument {
  readonly name: string;
  readonly place: Place;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  /** Token that a symbol means, the token itself or its subnet copy, if the argument names a token. */
  readonly token?: 'copy' | 'token';
  /** Argument that names the token whose smallest units this one counts. */
  readonly unitsOf?: string;
}

type Schemas = AreaDescription['schemas'];

/** Headers and parameters that follow from how the caller proves who it is. */
const FROM_PROOF = ['view'];
const REF = '#/components/schemas/';
/** Maximum number of fields of a body that are arguments themselves. A larger body is one argument. */
const MOST_FIELDS = 8;

const isSignedBody = ({ access }: OperationDescription) => access.includes('wallet-body');

/** The arguments of the operation: its parameters, and the fields of its body. */
export function argumentsOf(operation: OperationDescription, schemas: Schemas): readonly OperationArgument[] {
  const parameters = (operation.parameters ?? []).filter(
    (one) => one.in !== 'header' && !FROM_PROOF.includes(one.name),
  );
  const ofPath = parameters.map(({ name, in: place, required, schema, description }) =>
    argument(name, place as 'path' | 'query', { ...schema, description }, required, schemas),
  );
  return [
    ...ofPath,
    ...bodyArguments(
      operation,
      schemas,
      ofPath.map(({ name }) => name),
    ),
  ];
}

function bodyArguments(
  operation: OperationDescription,
  schemas: Schemas,
  known: readonly string[],
): readonly OperationArgument[] {
  const { body, signedFields = {} } = operation;
  if (isSignedBody(operation))
    return Object.entries(signedFields)
      .filter(([name]) => name !== 'action' && !known.includes(name))
      .map(([name, schema]) => argument(name, 'signed', schema, !isOptional(schema), schemas));
  if (body === undefined) return [];
  const { $ref } = body.schema;
  const name = $ref?.slice(REF.length);
  const target = name === undefined ? body.schema : (schemas[name] ?? COMMON_SCHEMAS[name])!;
  const fields = Object.entries(target.properties ?? {});
  const required = target.required ?? [];
  if (fields.length > MOST_FIELDS)
    return [
      argument('order', 'whole-body', { ...body.schema, description: body.description }, true, schemas),
    ];
  return fields.map(([field, schema]) => argument(field, 'body', schema, required.includes(field), schemas));
}

/** Signed fields say in words that they may be absent. */
const isOptional = ({ description = '' }: JsonSchema) => /^optional|absent/.test(description);

function argument(
  name: string,
  place: Place,
  schema: JsonSchema,
  isRequired: boolean,
  schemas: Schemas,
): OperationArgument {
  const [, unitsOf] = /^smallest units of (token(?:In|Out))$/.exec(schema['x-unit'] ?? '') ?? [];
  const isToken =
    name === 'contractId' ||
    schema.$ref === `${REF}ContractId` ||
    /^contract id of (the|a) /.test(schema.description ?? '');
  return {
    name,
    place,
    isRequired,
    schema: worded(shownSchema(schema, schemas), isToken, unitsOf),
    ...(isToken && { token: name === 'inputToken' ? 'copy' : 'token' }),
    ...(unitsOf !== undefined && { unitsOf }),
  };
}

/** Says which further forms the tool reads. */
function worded(schema: JsonSchema, isToken: boolean, unitsOf: string | undefined): JsonSchema {
  const { description = '' } = schema;
  if (isToken) return { ...schema, description: `${description}; or a symbol such as STX` };
  if (unitsOf === undefined) return schema;
  return { ...schema, description: `${description}; or whole tokens with the symbol, such as "1.5 STX"` };
}
