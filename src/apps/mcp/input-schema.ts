import { COMMON_SCHEMAS } from '../../adapters/express/schema/components.js';
import type { AreaDescription, JsonSchema } from '../../adapters/express/schema/model.js';

const PREFIX = '#/components/schemas/';

/** Longest schema of an argument as JSON, characters. The fields of a longer one, an order, are those of `prepare_order`’s result. */
const MOST_FIELDS = 1_500;

/** Longest description of a field, characters: every tool's schema is read before its first call. */
const MOST_WORDS = 160;

/** Keywords that only the server checks, or that say nothing to a caller. */
const LEFT_OUT = ['pattern', 'examples', 'format', 'uniqueItems', 'minLength', 'maxLength', 'multipleOf'];

/** The schema of an argument as a tool shows it: the fields of an order only by name. */
export function shownSchema(schema: JsonSchema, schemas: AreaDescription['schemas']): JsonSchema {
  const whole = argumentSchema(schema, schemas);
  return JSON.stringify(whole).length > MOST_FIELDS ? byNames(whole) : whole;
}

function byNames({ properties, items, required = [], description = '', ...rest }: JsonSchema): JsonSchema {
  const names = properties && `needs ${required.join(', ')}; may have any field of an order`;
  return {
    ...rest,
    description: [description, names].filter((part) => part !== undefined && part !== '').join(' '),
    ...(items !== undefined && { items: byNames(items) }),
  };
}

/**
 * The schema of an argument: without references, which tools cannot share, and with units in its description.
 *
 * @param schemas those of the area; common ones are known.
 */
function argumentSchema(schema: JsonSchema, schemas: AreaDescription['schemas']): JsonSchema {
  const { $ref, description, 'x-unit': unit, properties, items, oneOf, ...rest } = schema;
  if ($ref !== undefined) {
    const name = $ref.slice(PREFIX.length);
    const target = argumentSchema((schemas[name] ?? COMMON_SCHEMAS[name])!, schemas);
    return description === undefined ? target : { ...target, description: shortened(description) };
  }
  const words = [description, unit].filter((part) => part !== undefined).join('; in ');
  const kept = Object.entries(rest).filter(([name]) => !name.startsWith('x-') && !LEFT_OUT.includes(name));
  return {
    ...Object.fromEntries(kept),
    ...(words !== '' && { description: shortened(words) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, argumentSchema(one, schemas)]),
      ),
    }),
    ...(items !== undefined && { items: argumentSchema(items, schemas) }),
    ...(oneOf !== undefined && { oneOf: oneOf.map((one) => argumentSchema(one, schemas)) }),
  };
}

/** The first sentence or clauses of a description that fit. */
function shortened(words: string): string {
  if (words.length <= MOST_WORDS) return words;
  const cut = words.slice(0, MOST_WORDS);
  const end = Math.max(cut.lastIndexOf('; '), cut.lastIndexOf('. '), cut.lastIndexOf(', '));
  return end > 0 ? cut.slice(0, end) : cut;
}
