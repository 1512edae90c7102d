// Fails on a public export without a docstring, and on a public function without an @example. Tests compile the examples.
import { publicExports } from './public-exports.mjs';

const missing = publicExports().flatMap(
  ({ entry, name, file, line, isFunction, documentation, examples }) => [
    ...(documentation === '' ? [`${file}:${line}  ${entry} exports ${name} without a docstring`] : []),
    ...(isFunction && examples.length === 0
      ? [`${file}:${line}  ${entry} exports ${name}() without an @example`]
      : []),
  ],
);
for (const line of new Set(missing)) console.log(line);
if (missing.length > 0) process.exit(1);
