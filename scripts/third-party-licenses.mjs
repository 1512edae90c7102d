// Writes the licence texts of bundled packages, which most licences require in every copy.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;
const LICENSE_FILE = /^(licen[sc]e|copying|notice)/i;

/**
 * Writes the licences of the packages that the given source files belong to.
 *
 * @param inputs paths of source files, relative to the working directory
 * @throws when a package states no licence at all
 */
export async function writeLicenses(inputs, file) {
  const folders = [...new Set(inputs.flatMap((input) => PACKAGE.exec(input)?.[0] ?? []))].sort();
  const parts = await Promise.all(folders.map(licenseOf));
  await writeFile(file, [...new Set(parts)].join('\n'));
}

async function licenseOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const names = (await readdir(folder)).filter((entry) => LICENSE_FILE.test(entry)).sort();
  const texts = await Promise.all(names.map((entry) => readFile(path.join(folder, entry), 'utf8')));
  if (license === undefined && texts.length === 0) throw new Error(`${name} states no licence`);
  const text = texts.map((content) => `${content.trim()}\n`).join('\n');
  return `== ${name} ${version}${license === undefined ? '' : ` (${license})`}\n\n${text}`;
}
