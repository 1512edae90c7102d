import { closestName, oneInThree } from '../../../domain/shared/closest-name.js';
import { badRequest, type ErrorCase } from '../errors/problem.js';
import { knownAs } from './other-names.js';
import { shown } from '../errors/shown.js';
import type { Parameter } from '../schema/model.js';
import { ANY, badParameter } from '../schema/outcomes.js';
import type { JsonSchema } from '../schema/schema.js';
import { check, described, type RequestClass, type Rules, type Values } from '../schema/request-class.js';

/** Parameters of one place: a class, which checks them, or schemas if the use case parses them. */
export type Declared = RequestClass | Readonly<Record<string, JsonSchema>>;

/**
 * The parameters as the class declares them.
 *
 * @throws HttpError 400 with the message of the first bad one, and a hint at a misspelt one.
 */
export function readParameters<Q extends object>(query: Values, QueryClass: RequestClass<Q>): Q {
  const { request, broken } = check(query, QueryClass);
  const [first] = broken;
  if (first === undefined) return request;
  const { rules, isAbsent } = first;
  const hint = misspeltParameter(query, namesOf(QueryClass));
  const sentence = (isAbsent ? rules.missing : undefined) ?? sentenceOf(rules);
  throw badRequest(sentence, { ...(hint !== undefined && { hint }) });
}

/** Maximum number of unknown names that are compared with the known ones. */
const MOST_COMPARED = 20;

type MeantBy = (name: string, known: readonly string[]) => string | undefined;

/** Returns the known name that an unknown name resembles; undefined if there is none. */
const resembling: MeantBy = (name, known) => closestName(name, known, oneInThree);

/** Returns the first unknown name whose meaning is known, with that meaning; undefined if there is none. */
export function misspeltName(sent: object, known: readonly string[], meantBy: MeantBy = resembling) {
  const unknown = Object.keys(sent).filter((name) => !known.includes(name));
  for (const name of unknown.slice(0, MOST_COMPARED)) {
    const meant = meantBy(name, known);
    if (meant !== undefined) return { name: shown(name), meant };
  }
  return undefined;
}

/**
 * Says which unknown parameter resembles a known one, or is another service's name for it; undefined if none. Other unknown
 * parameters are ignored, since links carry parameters such as utm_source.
 */
export function misspeltParameter(query: Values, known: readonly string[]): string | undefined {
  const found = misspeltName(query, known, (name) => resembling(name, known) ?? knownAs(name, known));
  return found && unknownParameter(found.name, found.meant);
}

const unknownParameter = (name: string, meant: string) => `Unknown parameter ${name}; did you mean ${meant}?`;

/** Error for an unknown query parameter that probably means a known one. */
export const MISSPELT_PARAMETER = badParameter(
  unknownParameter(ANY, ANY),
  'a parameter is unknown and resembles one of the operation’s, or is another service’s name for it; other unknown ones are ignored and listed in the header X-Sluice-Ignored',
);

export const namesOf = (declared: Declared): readonly string[] =>
  typeof declared === 'function' ? described(declared).rules.map(({ name }) => name) : Object.keys(declared);

/** The description of parameters. `required` names those that are required if they are given as schemas; path parameters always are. */
export const describeParameters = (
  place: Parameter['in'],
  declared: Declared,
  required: readonly string[] = [],
): readonly Parameter[] =>
  typeof declared === 'function'
    ? described(declared).rules.map(({ name, schema, isRequired }) =>
        parameter(place, name, schema, isRequired),
      )
    : Object.entries(declared).map(([name, schema]) =>
        parameter(place, name, schema, place === 'path' || required.includes(name)),
      );

const parameter = (
  place: Parameter['in'],
  name: string,
  { description = '', ...schema }: JsonSchema,
  required: boolean,
): Parameter => ({ name, in: place, required: required || place === 'path', description, schema });

/** Errors for absent and bad values of the declared parameters. */
export const parameterErrors = (declared: Declared): readonly ErrorCase[] =>
  typeof declared !== 'function'
    ? []
    : described(declared).rules.flatMap((rules) => {
        const { name, missing, cause = `${name} is not ${wordsOf(rules.schema)}` } = rules;
        return [
          ...(missing === undefined ? [] : [badParameter(missing, `${name} is missing`)]),
          badParameter(sentenceOf(rules), cause),
        ];
      });

const sentenceOf = ({ name, message, schema }: Rules): string =>
  message ?? `Invalid ${name} parameter: must be ${wordsOf(schema)}`;

/** The rule of a schema as words that follow `must be`. */
export function wordsOf({ enum: values, type, minimum = 0, maximum }: JsonSchema): string {
  if (values !== undefined) return values.join(values.length > 2 ? ', ' : ' or ');
  if (type === 'boolean') return 'true or false';
  if (type !== 'integer' && type !== 'number') return 'one text';
  const kind = type === 'integer' ? 'a whole number' : 'a number';
  return maximum === undefined ? `${kind}, ${minimum} or more` : `${kind} from ${minimum} to ${maximum}`;
}
