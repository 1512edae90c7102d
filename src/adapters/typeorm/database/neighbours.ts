/** Name of a migration after which the release before still runs, with the digits of its own release: `Expand020OrderNotes1800000000000`. */
const NEIGHBOURLY = /^(?:Expand|Contract)(\d+)[A-Z]/;

/**
 * The first migration, among those of newer releases, that this release must not run after: one whose name does not promise that the
 * release before still runs, or one of a second newer release. Undefined if this release may run.
 *
 * @param newer names of migrations that have run and that this release does not know, oldest first.
 */
export function firstTooNew(newer: readonly string[]): string | undefined {
  const next = releaseOf(newer[0] ?? '');
  return newer.find((name) => releaseOf(name) === undefined || releaseOf(name) !== next);
}

const releaseOf = (name: string): string | undefined => NEIGHBOURLY.exec(name)?.[1];
