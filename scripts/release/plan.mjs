// What a release writes, from what is there.

const VERSION = /^(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?$/;
const HEADING = '## Unreleased';

/**
 * The version to release.
 *
 * @param tags the repository's tags
 * @throws when it is no version such as `0.2.0` or `1.0.0-rc.1`, is lower than the current one, or was released
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

/** Compares the numbers only: which of two pre-releases comes first is for people to know. */
function isLower(one, other) {
  const [left, right] = [one, other].map((version) => VERSION.exec(version).slice(1, 4).map(Number));
  const differing = left.findIndex((number, n) => number !== right[n]);
  return differing !== -1 && left[differing] < right[differing];
}

/**
 * The changelog with what is unreleased under the version and its date, below an empty "Unreleased".
 *
 * @param date such as `2026-11-22`
 * @throws when nothing is unreleased, or the version has a section
 */
export function releasedChangelog(text, version, date) {
  const [before, after] = text.split(`${HEADING}\n`);
  if (after === undefined) throw new Error(`the changelog has no section "${HEADING}"`);
  if (after.split(/^## /m, 1)[0].trim() === '') throw new Error('the changelog has nothing unreleased');
  if (text.includes(`\n## ${version} `)) throw new Error(`the changelog has a section for ${version}`);
  return `${before}${HEADING}\n\n## ${version} (${date})\n${after}`;
}

/** A package.json or package-lock.json under another version. Everything else stays as it is written. */
export function withVersion(text, version) {
  const manifest = JSON.parse(text);
  manifest.version = version;
  if (manifest.packages !== undefined) manifest.packages[''].version = version;
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
