// Draws the logos of the devnet's tokens: each SVG of this folder becomes a PNG in src/apps/devnet/genesis/logos.ts. To change a logo,
// change its SVG and run `node scripts/logos/draw.mjs`.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ownPackages } from '../own-packages.mjs';

const FOLDER = 'scripts/logos';
const SIDE = 96;
/** Token lists of the server take addresses of up to 2,048 characters. */
const MAX_LENGTH = 2_048;

ownPackages(FOLDER);
const { default: sharp } = await import('sharp');

const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.svg')).sort();
const lines = await Promise.all(
  names.map(async (name) => {
    const drawing = sharp(await readFile(path.join(FOLDER, name)), { density: 72 }).resize(SIDE, SIDE);
    const png = await drawing.png({ palette: true, colours: 16, effort: 10 }).toBuffer();
    const address = `data:image/png;base64,${png.toString('base64')}`;
    if (address.length > MAX_LENGTH) throw new Error(`${name} takes ${address.length} characters`);
    return `  ${path.basename(name, '.svg')}:\n    '${address}',\n`;
  }),
);
await writeFile(
  'src/apps/devnet/genesis/logos.ts',
  `/** Logos of tokens by contract name, as data: addresses of PNG files. scripts/logos/draw.mjs has drawn them. */
export const LOGOS: Readonly<Record<string, string>> = {\n${lines.join('')}};\n`,
);
