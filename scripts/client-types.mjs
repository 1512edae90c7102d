// Writes the types of `sluice/client` from the description of the HTTP interface, so that they cannot drift from it.

/** Areas that the client does not cover: the process’s own paths, and the prices in the form of an older service. */
export const LEFT_OUT = ['root', 'legacy'];

const HEADER = '// Written by `npm run generate` from the description of the HTTP interface.\n';

/**
 * The files of src/sdk/client/wire by name.
 *
 * @param areas the descriptions of all areas
 * @param common the schemas that areas share
 * @param remedies what a caller does about each error code
 */
export function clientTypes({ areas, common, remedies }) {
  const served = areas.filter(({ name }) => !LEFT_OUT.includes(name));
  const homes = new Map(Object.keys(common).map((name) => [name, 'common']));
  for (const { name, schemas } of served) for (const schema of Object.keys(schemas)) homes.set(schema, name);
  const sent = reached(
    served.flatMap(({ operations }) => operations.flatMap(({ body }) => (body ? [body.schema] : []))),
    Object.assign({}, common, ...served.map(({ schemas }) => schemas)),
  );
  const file = (home, parts) => {
    const text = parts.join('\n\n');
    return `${HEADER}${importsOf(text, home, homes)}\n${text}\n`;
  };
  return {
    'common.ts': file('common', schemaTypes(commonOf(common), sent)),
    'codes.ts': `${HEADER}\n${codesOf(remedies)}\n`,
    'routes.ts': `${HEADER}${routesOf(served)}\n`,
    ...Object.fromEntries(
      served.map((area) => {
        const about = `/** Its operations by id: what each takes and returns. */`;
        const operations = called(area).map((one) => operationOf(area, one));
        const all = `${about}\nexport interface ${titled(area.name)}Operations {\n${operations.join('\n')}\n}`;
        const errors = [area.error, ...area.operations.flatMap(({ error = [] }) => error)];
        const schemas = without(
          area.schemas,
          errors.map(({ name }) => name),
        );
        return [`${area.name}.ts`, file(area.name, [...schemaTypes(schemas, sent), all])];
      }),
    ),
  };
}

/** Whether the client leaves out the operation: it is for people, for programs that read descriptions, for others' charts, or a picture that pages load by its address. */
export const isLeftOut = (id) => /^(index|describe|embed|udf|tokenLogo$)/.test(id);

const called = ({ operations }) => operations.filter(({ id }) => !isLeftOut(id));

/** Common schemas of the client. Errors are left out because the client has its own class, and the index because it is for people. */
const commonOf = (schemas) => without(schemas, ['Error', 'ProblemDetails', 'AreaIndex']);

const without = (object, names) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

/** Names of all schemas to which the given ones refer, directly or through others. */
function reached(schemas, all) {
  const names = new Set();
  const visit = (value) => {
    if (typeof value !== 'object' || value === null) return;
    const name = value.$ref === undefined ? undefined : nameOf(value.$ref);
    if (name !== undefined && !names.has(name)) {
      names.add(name);
      visit(all[name]);
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(schemas);
  return names;
}

function importsOf(text, home, homes) {
  const byHome = new Map();
  for (const [name, of] of homes)
    if (of !== home && new RegExp(`(?<![\\w'])${name}(?![\\w'])`).test(text.replace(/\/\*\*[^]*?\*\//g, '')))
      byHome.set(of, [...(byHome.get(of) ?? []), name]);
  return [...byHome]
    .map(([of, names]) => `import type { ${names.join(', ')} } from './${of}.js';\n`)
    .join('');
}

const schemaTypes = (schemas, sent) =>
  Object.entries(schemas).map(([name, schema]) => {
    const doc = docOf(schema) ?? `/** ${capital(words(name))} as JSON. */`;
    // Types of orders omit a caller’s own additional fields, so that the compiler reports a misspelt field.
    const closed = without(schema, ['additionalProperties']);
    const isPlain = schema.type === 'object' && schema.properties !== undefined;
    return isPlain
      ? `${doc}\nexport interface ${name} ${typeOf(closed, sent.has(name))}`
      : `${doc}\nexport type ${name} = ${typeOf(schema, sent.has(name))};`;
  });

/** The type of a schema. `isSent`: the type is sent, so optional fields may be given as undefined. */
function typeOf(schema, isSent) {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.oneOf !== undefined) return schema.oneOf.map((one) => typeOf(one, isSent)).join(' | ');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  const { 'x-extensible-enum': open } = schema;
  if (open !== undefined) return `${open.map(literal).join(' | ')} | (string & {})`;
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type }, isSent)).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'number':
    case 'null':
      return schema.type;
    case 'integer':
      return 'number';
    case 'array':
      return `readonly (${schema.items === undefined ? 'unknown' : typeOf(schema.items, isSent)})[]`;
    case 'object':
      return objectType(schema, isSent);
    case undefined:
      return 'unknown';
  }
  throw new Error(`a schema of the type ${schema.type} has no type in TypeScript`);
}

function objectType({ properties = {}, required = [], additionalProperties }, isSent) {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const isOptional = !required.includes(name);
    return field(name, schema, { isOptional, isSent });
  });
  const further = typeof additionalProperties === 'object' ? typeOf(additionalProperties, isSent) : 'unknown';
  if (additionalProperties !== undefined && additionalProperties !== false) {
    if (fields.length === 0) return `Readonly<Record<string, ${further}>>`;
    fields.push(`readonly [field: string]: ${further};`);
  }
  return `{\n${fields.join('\n')}\n}`;
}

function field(name, schema, { isOptional, isSent }) {
  const type = typeOf(schema, isSent);
  const doc = docOf(schema);
  const value = isOptional && isSent ? `${type} | undefined` : type;
  return `${doc === undefined ? '' : `${doc}\n`}readonly ${quoted(name)}${isOptional ? '?' : ''}: ${value};`;
}

function operationOf({ name, mount }, operation) {
  const { id, method, path, summary, access, parameters = [], body, signedFields, responses } = operation;
  const of = (place) =>
    objectType(
      {
        properties: Object.fromEntries(
          parameters
            .filter((one) => one.in === place)
            .map((one) => [one.name, { ...one.schema, description: one.description }]),
        ),
        required: parameters.filter((one) => one.required).map((one) => one.name),
      },
      true,
    );
  const has = (place) => parameters.some((one) => one.in === place);
  const fields = [
    `readonly area: '${name}';`,
    `readonly method: '${method.toUpperCase()}';`,
    `readonly path: '${path}';`,
    `readonly access: ${access.map(literal).join(' | ')};`,
    ...(has('path') ? [`readonly params: ${of('path')};`] : []),
    ...(has('query') ? [`readonly query: ${of('query')};`] : []),
    ...(body === undefined ? [] : [`readonly body: ${typeOf(body.schema, true)};`]),
    ...(takesKey(operation) ? [`readonly takesIdempotencyKey: true;`] : []),
    ...(signedFields === undefined
      ? []
      : [
          `readonly signed: ${objectType({ properties: signedFields, required: requiredOf(signedFields) }, true)};`,
        ]),
    `readonly response: ${typesOf(responses)};`,
  ];
  return `/** \`${method.toUpperCase()} ${mount}${path}\`: ${unclosed(summary)}. */\nreadonly ${id}: {\n${fields.join('\n')}\n};`;
}

const takes = (header, { parameters = [] }) =>
  parameters.some((one) => one.in === 'header' && one.name === header);
const takesKey = (operation) => takes('Idempotency-Key', operation);

/** Source of the areas' mounts and of a route for each operation. Each route is a constant, so that a bundle has only those it uses. */
function routesOf(served) {
  const mounts = Object.fromEntries(served.map(({ name, mount }) => [name, mount]));
  const routes = served.flatMap((area) =>
    called(area).map(
      (one) => `export const ${one.id}: Route<'${one.id}'> = ${JSON.stringify(routeOf(area, one))};`,
    ),
  );
  return `import type { AreaName, Route } from '../transport/route.js';

/** The mounts of the areas on a shared host. */
export const MOUNTS: Readonly<Record<AreaName, string>> = ${JSON.stringify(mounts)};

${routes.join('\n')}`;
}

/** The route of an operation. The parameter `view` is omitted, because the kind of proof determines the view of orders. */
function routeOf({ name: area }, operation) {
  const { method, path, access, parameters = [], body, responses } = operation;
  const query = parameters.filter((one) => one.in === 'query' && one.name !== 'view').map(({ name }) => name);
  // Without proof of the caller, a POST changes nothing: it is a read whose parameters are too long for an address.
  const isRead = body !== undefined && access.every((kind) => kind === 'anyone');
  return {
    ...{ area, method: method.toUpperCase(), path },
    ...(takesKey(operation) && { idempotent: true }),
    ...(isRead && { isRead }),
    ...(responses.some(({ mediaType }) => mediaType?.startsWith('text/')) && { isText: true }),
    ...(responses.some(({ schema }) => schema?.type === 'array') && { isList: true }),
    ...(takes('X-Sluice-Position', operation) && { isReplicated: true }),
    ...(query.length > 0 && { query: Object.fromEntries(query.map((each) => [each, 1])) }),
  };
}

/** Names of the required signed fields. No list states them, so a field is required unless its description says that it is not. */
const requiredOf = (fields) =>
  Object.keys(fields).filter(
    (name) => !/^optional\b|\babsent (where|if)\b|\bwhen absent\b/.test(fields[name].description ?? ''),
  );

const typesOf = (responses) => [...new Set(responses.map(({ schema }) => typeOf(schema, false)))].join(' | ');

const codesOf = (remedies) => {
  const codes = Object.keys(remedies);
  const withRetry = (retry) => codes.filter((code) => remedies[code].retry === retry);
  return `/** The codes of the service’s errors: the page about errors has the cause and the remedy of each. */
export type ServiceCode = ${codes.map(literal).join(' | ')};

/** Codes after which the same request may succeed. */
export const LATER: readonly string[] = ${JSON.stringify(withRetry('later'))} satisfies readonly ServiceCode[];

/** Codes after which it is not known whether the request took effect. */
export const UNKNOWN_EFFECT: readonly string[] = ${JSON.stringify(withRetry('after-reading'))} satisfies readonly ServiceCode[];`;
};

function docOf({ description, 'x-unit': unit, minimum, maximum, default: fallback, format }) {
  const facts = [
    ...(unit === undefined ? [] : [`Unit: ${unit}`]),
    ...(format === 'date-time' ? ['ISO 8601'] : []),
    ...rangeOf(minimum, maximum),
    ...(fallback === undefined ? [] : [`Default \`${fallback}\``]),
  ];
  const text = [description, ...facts].filter((part) => part !== undefined && part !== '').join('. ');
  return text === '' ? undefined : `/** ${capital(unclosed(text).replaceAll('*/', '*\\/'))}. */`;
}

function rangeOf(minimum, maximum) {
  if (minimum !== undefined && maximum !== undefined) return [`${minimum} to ${maximum}`];
  if (maximum !== undefined) return [`At most ${maximum}`];
  return minimum === undefined ? [] : [`At least ${minimum}`];
}

const nameOf = (pointer) => pointer.slice(pointer.lastIndexOf('/') + 1);
const literal = (value) => (typeof value === 'string' ? `'${value}'` : String(value));
const quoted = (name) => (/^\w+$/.test(name) && !/^\d/.test(name) ? name : `'${name}'`);
/** The text with a capital first letter, unless it begins with a field's name, which keeps its case. */
const capital = (text) => (/^[a-z]+[A-Z_]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));
const titled = (name) => name.charAt(0).toUpperCase() + name.slice(1);
const unclosed = (text) => text.replace(/\.$/, '');
const words = (name) => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
