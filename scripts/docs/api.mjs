// Reduces the OpenAPI document to what a reader needs to know of each operation: flat tables of fields, errors, examples, the sample.
import { readSample } from './sample.mjs';

const METHODS = ['get', 'post', 'patch', 'delete'];
const nameOf = (pointer) => pointer.slice(pointer.lastIndexOf('/') + 1);
/** Greatest depth at which fields are listed. Deeper ones are described by the schema of the field that contains them. */
const MOST_DEPTH = 6;

/** The document's operations by area, with the facts that apply to all of them. */
export function readApi({ info, tags, paths, components }) {
  const { schemas, securitySchemes } = components;
  const operations = Object.entries(paths).flatMap(([path, there]) =>
    METHODS.filter((method) => there[method] !== undefined).map((method) =>
      operationOf({ method, path, ...there[method] }, { schemas, securitySchemes }),
    ),
  );
  return {
    title: info.title,
    version: info.version,
    about: paragraphs(info.description),
    areas: tags.map(({ name, description }) => {
      const [title, ...about] = paragraphs(description);
      return { name, title, about, operations: operations.filter(({ area }) => area === name) };
    }),
  };
}

const paragraphs = (text = '') => (text === '' ? [] : text.split('\n\n'));

function operationOf(operation, { schemas, securitySchemes }) {
  const {
    operationId,
    tags,
    summary,
    description,
    security,
    parameters = [],
    requestBody,
    responses,
  } = operation;
  const [good, ...others] = Object.entries(responses).map(([status, response]) => ({ status, ...response }));
  const curl = operation['x-codeSamples'][0].source;
  const sent = readSample(curl, operation.path);
  const isError = ({ status }) => Number(status) >= 400 && !isResponse(responses[status]);
  return {
    ...{ id: operationId, area: tags[0], method: operation.method.toUpperCase(), path: operation.path },
    ...{ summary, rules: paragraphs(description) },
    access: accessOf(security, securitySchemes),
    parameters: parameters.map((one) => ({ ...parameterOf(one, schemas), ...exampleOf(one, sent.values) })),
    ...(requestBody && { body: bodyOf(requestBody, schemas) }),
    ...(sent.body && { tried: sent.body }),
    response: { status: Number(good.status), ...bodyOf(good, schemas) },
    otherResponses: others
      .filter((one) => !isError(one))
      .map(({ status, description: about }) => ({ status: Number(status), about })),
    errors: others.filter(isError).flatMap(errorsOf),
    curl,
  };
}

/** Whether a status of 400 or more has an ordinary response body, such as the 503 of a process that is not ready. */
const isResponse = ({ content = {} }) => content['application/problem+json'] === undefined;

/** Callers that may call an operation, with the headers that identify them. Any one of these is enough. */
function accessOf(security, schemes) {
  const headersOf = (name) => {
    const { name: header } = schemes[name];
    return header ?? 'authorization';
  };
  const kindOf = (names) => {
    if (names.length === 0) return 'anyone';
    if (names[0].startsWith('ApiKey')) return 'key';
    return names[0] === 'OperatorSession' ? 'operator' : 'wallet';
  };
  const byKind = new Map();
  for (const set of security) {
    const names = Object.keys(set);
    const kind = kindOf(names);
    byKind.set(kind, [...(byKind.get(kind) ?? []), names.map(headersOf).join(', ')]);
  }
  return [...byKind].map(([kind, headers]) => ({
    kind,
    headers: headers.filter((text) => text !== '').join(' or '),
  }));
}

const exampleOf = ({ name, in: place }, values) => {
  const example = values.get(`${place} ${name}`);
  return example === undefined ? {} : { example };
};

const parameterOf = ({ name, in: place, required, description, schema }, schemas) => ({
  ...{ name, place, required, type: typeOf(schema, schemas), about: description },
  ...factsOf(resolved(schema, schemas)),
});

function bodyOf({ description, content = {} }, schemas) {
  const [type, { schema = {}, examples = {} } = {}] = Object.entries(content)[0] ?? [''];
  return {
    ...{
      about: description,
      mediaType: type,
      type: typeOf(schema, schemas),
      fields: fieldsOf(schema, schemas),
    },
    examples: Object.entries(examples).map(([name, { value }]) => ({ name, value })),
  };
}

const errorsOf = ({ status, content = {} }) =>
  Object.values(content['application/json']?.examples ?? {}).map(({ summary, value }) => ({
    ...{ status: Number(status), code: value.code, cause: summary },
    sentence: value.errmsg ?? (value.status === 'error' ? (value.message ?? value.error) : value.error),
  }));

const resolved = (schema, schemas) =>
  schema.$ref === undefined ? schema : { ...schemas[nameOf(schema.$ref)], ...schema };

/** The fields of a schema as one list. Each has its path from the top, such as `orders[].uuid`. */
function fieldsOf(schema, schemas, path = '', within = []) {
  const name = schema.$ref === undefined ? undefined : nameOf(schema.$ref);
  if ((name !== undefined && within.includes(name)) || path.split('.').length > MOST_DEPTH) return [];
  const inside = name === undefined ? within : [...within, name];
  const { properties, required = [], items, oneOf } = resolved(schema, schemas);
  if (items !== undefined) return fieldsOf(items, schemas, `${path}[]`, inside);
  if (oneOf !== undefined) return distinct(oneOf.flatMap((one) => fieldsOf(one, schemas, path, inside)));
  return Object.entries(properties ?? {}).flatMap(([field, of]) => {
    const at = path === '' ? field : `${path}.${field}`;
    const whole = resolved(of, schemas);
    const row = { path: at, type: typeOf(of, schemas), required: required.includes(field) };
    return [
      { ...row, about: of.description ?? whole.description ?? '', ...factsOf(whole) },
      ...fieldsOf(of, schemas, at, inside),
    ];
  });
}

/** The rows without duplicates: of two alternative bodies, a field that both have is listed once. */
const distinct = (rows) => [...new Map(rows.map((row) => [row.path, row])).values()];

function typeOf(schema, schemas) {
  const { type, items, oneOf, enum: values, const: only, properties } = resolved(schema, schemas);
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (oneOf !== undefined) return [...new Set(oneOf.map((one) => typeOf(one, schemas)))].join(' | ');
  if (items !== undefined) return `list of ${typeOf(items, schemas)}`;
  if (Array.isArray(type)) return type.join(' | ');
  if (schema.$ref !== undefined && properties === undefined) return nameOf(schema.$ref);
  return type ?? (properties === undefined ? 'any' : 'object');
}

/** Facts about a value: its unit, default and range, as far as the schema states them. */
function factsOf({ 'x-unit': unit, default: fallback, minimum, maximum, enum: values, pattern }) {
  const facts = { unit, default: fallback, minimum, maximum, values, pattern };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
