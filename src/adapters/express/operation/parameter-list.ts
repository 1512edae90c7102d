import type { JsonSchema, Parameter } from './model.js';
import { parameter } from './parameters.js';

export const inPath = (name: string, schema: JsonSchema): Parameter => parameter('path', name, schema);
export const inQuery = (name: string, schema: JsonSchema): Parameter => parameter('query', name, schema);
export const inHeader = (name: string, schema: JsonSchema): Parameter => parameter('header', name, schema);
