// Fails on a public export without a docstring, on a public function without an @example (tests compile the examples), and on a type
// that a public signature mentions but no entry exports.
import { publicExports } from './public-exports.mjs';

const missing = publicExports().flatMap(
  ({ entry, name, file, line, isFunction, documentation, examples, unexported }) => [
    ...(documentation === '' ? [`${file}:${line}  ${entry} exports ${name} without a docstring`] : []),
    ...(isFunction && examples.length === 0
      ? [`${file}:${line}  ${entry} exports ${name}() without an @example`]
      : []),
    ...unexported.map(
      (type) =>
        `${file}:${line}  ${entry} exports ${name}, whose signature names ${type}, which no entry exports`,
    ),
  ],
);
for (const line of new Set(missing)) console.log(line);
if (missing.length > 0) process.exit(1);
