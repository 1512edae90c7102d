/** Options of esbuild for modules that browsers load: small, shared where two need the same, and named after their content. */
export const MODULES = {
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
};
