// Computes the new contents of the files that a release changes.

const VERSION = /^(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?$/;
const HEADING = '## Unreleased';

/**
 * The version to release.
 *
 * @param tags the repository's tags
 * @throws when it is not a version such as `0.2.0` or `1.0.0-rc.1`, is lower than the current one, or has been released
 */
export function versionToRelease(requested, current, tags) {
  if (!VERSION.test(requested ?? ''))
    throw new Error(`a version such as 0.2.0 is required (got ${requested ?? 'none'})`);
  if (isLower(requested, current))
    throw new Error(`${requested} is lower than the current version, ${current}`);
  if (tags.includes(`v${requested}`))
    throw new Error(`${requested} was released: the tag v${requested} exists`);
  return requested;
}

/** Whether one version is lower, by its numbers alone: the order of two pre-releases is for people to decide. */
function isLower(one, other) {
  const [left, right] = [one, other].map((version) => VERSION.exec(version).slice(1, 4).map(Number));
  const differing = left.findIndex((number, n) => number !== right[n]);
  return differing !== -1 && left[differing] < right[differing];
}

/**
 * The changelog with the unreleased changes moved below the version and its date, and with an empty "Unreleased" above.
 *
 * @param date such as `2026-11-22`
 * @throws when there are no unreleased changes, or when the version already has a section
 */
export function releasedChangelog(text, version, date) {
  const [before, after] = text.split(`${HEADING}\n`);
  if (after === undefined) throw new Error(`the changelog has no section "${HEADING}"`);
  if (after.split(/^## /m, 1)[0].trim() === '') throw new Error('the changelog has nothing unreleased');
  if (text.includes(`\n## ${version} `)) throw new Error(`the changelog has a section for ${version}`);
  return `${before}${HEADING}\n\n## ${version} (${date})\n${after}`;
}

/** A package.json or package-lock.json with another version. Everything else stays as written. */
export function withVersion(text, version) {
  const manifest = JSON.parse(text);
  manifest.version = version;
  if (manifest.packages !== undefined) manifest.packages[''].version = version;
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/**
 * The notes of a version: its section of the changelog, without the heading.
 *
 * @throws when the changelog has no section for it
 */
export function notesOf(text, version) {
  const section = text.split(/^## /m).find((part) => part.startsWith(`${version} `));
  if (section === undefined) throw new Error(`the changelog has no section for ${version}`);
  return `${section.slice(section.indexOf('\n')).trim()}\n`;
}
