import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { closureOf, type Lock } from '../../scripts/package/closure.mjs';
import { publishedManifest, type Manifest } from '../../scripts/package/manifest.mjs';
import { provided } from './provided.js';

const run = promisify(execFile);
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

export const LOCK = read('package-lock.json') as Lock;
export const MANIFEST = read('package.json') as Manifest & {
  readonly version: string;
  readonly repository: { readonly url: string };
  readonly bin: { readonly sluice: string };
  readonly exports: Readonly<Record<string, unknown>>;
};
const DEPENDENCIES = Object.keys(publishedManifest(MANIFEST).dependencies ?? {});

/** Environment in which linked packages look for dependencies at the link, so that they find only what was installed. */
const AS_INSTALLED = { ...process.env, NODE_PRESERVE_SYMLINKS: '1', NODE_PRESERVE_SYMLINKS_MAIN: '1' };

/**
 * The packed package and folders of its own to install it in. An install links the packages that npm would put into node_modules,
 * derived from the lockfile, so it needs neither a network nor a compiler.
 */
export class PackedPackage {
  private constructor(
    private readonly folder: string,
    /** The unpacked tarball, which the suites of a run share. */
    private readonly unpacked: string,
  ) {}

  /** Packs the built repository, unless an earlier suite has. */
  static async create(): Promise<PackedPackage> {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-test-embed-'));
    return new PackedPackage(folder, await provided('package'));
  }

  /** A new, empty folder. */
  async emptyFolder(): Promise<string> {
    return mkdtemp(join(this.folder, 'empty-'));
  }

  /** A project in which `npm install sluice` was run with further packages. */
  async install(...packages: readonly string[]): Promise<Project> {
    const folder = await this.emptyFolder();
    await writeFile(join(folder, 'package.json'), '{"name":"embedder","private":true}');
    await link(this.unpacked, join(folder, 'node_modules/sluice'));
    await linkPackages(closureOf(LOCK, [...DEPENDENCIES, ...packages]), folder);
    return new Project(folder);
  }

  /**
   * Installs the package globally, as `npm install --global sluice` does, with further packages beside it in the same folder.
   *
   * @returns the path of the program's file
   */
  async installGlobally(...packages: readonly string[]): Promise<string> {
    const modules = join(await this.emptyFolder(), 'lib/node_modules');
    await cp(this.unpacked, join(modules, 'sluice'), { recursive: true });
    await linkPackages(closureOf(LOCK, DEPENDENCIES), join(modules, 'sluice'));
    for (const name of packages) await link(resolve('node_modules', name), join(modules, name));
    return join(modules, 'sluice', MANIFEST.bin.sluice);
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

/** A folder with node_modules. */
export class Project {
  constructor(readonly folder: string) {}

  /** Runs a program and returns the lines that it prints. */
  async execute(file: string, source: string): Promise<string[]> {
    await writeFile(join(this.folder, file), source);
    const options = { cwd: this.folder, env: AS_INSTALLED };
    return (await run(process.execPath, ['--no-warnings', file], options)).stdout.trim().split('\n');
  }
}

/** Links the lockfile's folders at the top of node_modules. All other folders are inside them. */
export async function linkPackages(folders: readonly string[], project: string): Promise<void> {
  for (const folder of folders)
    if (folder.lastIndexOf('node_modules') === 0) await link(resolve(folder), join(project, folder));
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
}
