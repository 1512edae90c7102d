// Folder into which the steps of the build write: dist, or the one that build.mjs puts in its place at the end.
export const OUT = process.env.BUILD_OUT ?? 'dist';

/** Imports a built module. */
export const built = (path) => import(`../${OUT}/${path}`);
