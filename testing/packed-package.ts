import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type NodeRelease, nodeProgram, nodeReleases } from "./node-release.ts";
import { npm, npmInstall } from "./npm.ts";

const execute = promisify(execFile);
const rootFolder = fileURLToPath(new URL("..", import.meta.url));
const releases = Object.keys(nodeReleases).map(Number) as NodeRelease[];

type Exports = Record<string, string | { types: string; default: string }>;
type Manifest = {
  exports: Exports;
  files: string[];
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
};

export type PackedPackageOptions = {
  /** The folder in `packages`. */
  name: string;
  /** The allowed imports of the compiled files, besides each other. */
  imports: readonly string[];
  /** The packages that the README installs with this one. */
  peers?: readonly string[];
  /** Additional packed files, besides `dist`, the manifest, the license, the README and the changelog. */
  otherFiles?: readonly string[];
  /** The `--types` of a consumer's compiler. None by default, so neither Node's nor the DOM's. */
  types?: readonly string[];
  /** A consumer's program, which must pass strict checks; `@ts-expect-error` marks invalid lines. */
  consumer: string;
};

export type PackedPackage = {
  /** A separate project, with the package installed in its `node_modules`. */
  projectFolder: string;
  installedFolder: string;
  readme: string;
  /** Writes a file into the project and runs it with a release of Node, by default this test's. */
  run(file: string, source: string, how?: RunOptions): Promise<{ stdout: string; stderr: string }>;
  /** Checks a program's types like a consumer; resolves to the compiler's errors. */
  findTypeErrors(source: string, resolution: "nodenext" | "bundler"): Promise<string>;
  /** The README's fenced code blocks in a language, in order. */
  examples(language: string): string[];
};

type RunOptions = {
  release?: NodeRelease;
  nodeArgs?: readonly string[];
  args?: readonly string[];
  env?: Record<string, string>;
};

/** The releases of Node as rows of `it.each`. */
export const eachRelease = releases.map((release) => ({ release }));

/**
 * The tests that every published package has to pass as a tarball that npm packed and installed, and then `more`,
 * which gets the package by calling its argument inside a test.
 */
export function describePackedPackage(
  options: PackedPackageOptions,
  more: (get: () => PackedPackage) => void,
) {
  const packageFolder = join(rootFolder, "packages", options.name);
  const fullName = `@zonepost/${options.name}`;
  let unreachable: string | undefined;
  let packed: PackedPackage;
  let manifest: Manifest;
  let tarball: string;

  describe(`${fullName} as npm packs and installs it`, () => {
    beforeAll(async () => {
      const projectFolder = await mkdtemp(join(tmpdir(), `packed-${options.name}-`));
      packed = openPackage(options, projectFolder);
      tarball = await pack(packageFolder, projectFolder);
      await mkdir(join(projectFolder, "node_modules"), { recursive: true });
      await writeFile(join(projectFolder, "package.json"), '{ "type": "module", "private": true }');
      try {
        await npmInstall([tarball, ...(options.peers ?? [])], projectFolder);
        await Promise.all(releases.map(nodeProgram));
      } catch (error) {
        unreachable = await networkProblem();
        if (unreachable === undefined || process.env.CI === "true") {
          throw error;
        }
        console.warn(`skipped ${fullName}: ${unreachable}`);
        return;
      }
      packed.readme = await readFile(join(packed.installedFolder, "README.md"), "utf8");
      manifest = JSON.parse(await readFile(join(packed.installedFolder, "package.json"), "utf8"));
    }, 180_000);

    beforeEach((context) => context.skip(unreachable !== undefined, unreachable));

    afterAll(() => rm(packed.projectFolder, { recursive: true, force: true }));

    it("has the compiled sources with their types, and nothing else that was not meant to be packed", async () => {
      const sources = await sourcesOf(join(packageFolder, "src"));
      const compiled = sources.flatMap((name) => [name.replace(/ts$/, "js"), name.replace(/ts$/, "d.ts")]);
      const files = (await readdir(packed.installedFolder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(packed.installedFolder.length + 1));
      expect(files.toSorted()).toEqual(
        [
          ...compiled.map((name) => `dist/${name}`),
          ...["CHANGELOG.md", "LICENSE", "README.md", "package.json"],
          ...(options.otherFiles ?? []),
        ].toSorted(),
      );
    });

    it("exports the compiled form of what the workspace imports as sources", async () => {
      const sources = JSON.parse(await readFile(join(packageFolder, "src/package.json"), "utf8"));
      const { "./package.json": _, ...compiled } = manifest.exports;
      for (const [door, target] of Object.entries(compiled)) {
        const stem = String(sources.exports[door]).replace(/^\.\/(.*)\.ts$/, "./dist/$1");
        expect(target).toEqual({ types: `${stem}.d.ts`, default: `${stem}.js` });
      }
    });

    it("names its dependencies by ranges that npm understands, and imports nothing else", async () => {
      const { dependencies = {}, peerDependencies = {}, devDependencies = {} } = manifest;
      for (const range of Object.values({ ...dependencies, ...peerDependencies })) {
        expect(range).toMatch(/^[\^~]?\d+\.\d+\.\d+$/);
      }
      const catalog = await readFile(join(rootFolder, "pnpm-workspace.yaml"), "utf8");
      for (const [name, version] of Object.entries(devDependencies)) {
        const shared = new RegExp(`^  "?${name}"?: (.*)$`, "m").exec(catalog)?.[1] ?? version;
        expect(version, name).toBe(shared);
      }
      const dist = join(packed.installedFolder, "dist");
      const modules = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith(".js"));
      const code = await Promise.all(modules.map((name) => readFile(join(dist, name), "utf8")));
      const imported = code.flatMap((text) =>
        [...text.matchAll(/from "([^".][^"]*)"/g)].map(([, name]) => name),
      );
      expect([...new Set(imported)].toSorted()).toEqual(options.imports.toSorted());
      const declared = Object.keys({ ...dependencies, ...peerDependencies });
      expect(declared).toEqual(options.imports.filter((name) => !name.startsWith("node:")));
    });

    it("passes publint", async () => {
      const { messages, pkg } = await publint({ pkgDir: packed.installedFolder, strict: true });
      expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
    });

    it("passes are-the-types-wrong, as a package of ES modules alone", async () => {
      const result = await checkPackage(createPackageFromTarballData(await readFile(tarball)));
      if (!result.types) {
        throw new Error("the package has no types");
      }
      expect(Object.keys(result.entrypoints).toSorted()).toEqual(Object.keys(manifest.exports).toSorted());
      // CommonJS callers need `import()`, and Node 10's resolution ignores `exports`: neither is supported.
      const unsupported = ["node10", "node16-cjs"];
      expect(
        result.problems.filter(
          (problem) => !("resolutionKind" in problem && unsupported.includes(problem.resolutionKind)),
        ),
      ).toEqual([]);
    });

    it.each(eachRelease)("loads every subpath under Node $release", async ({ release }) => {
      const names = doors(fullName, manifest.exports);
      const program = `
        for (const name of ${JSON.stringify(names)}) {
          const { length } = Object.keys(await import(name));
          console.log(name, length > 0);
        }`;
      const { stdout } = await packed.run("subpaths.js", program, { release });
      expect(stdout.trim().split("\n")).toEqual(names.map((name) => `${name} true`));
    });

    it.each([{ resolution: "nodenext" }, { resolution: "bundler" }] as const)(
      "type-checks strictly for a consumer with moduleResolution $resolution",
      async ({ resolution }) => {
        const imports = doors(fullName, manifest.exports).map(
          (name, index) => `import * as door${index} from "${name}";\nvoid door${index};\n`,
        );
        await expect(
          packed.findTypeErrors(`${imports.join("")}${options.consumer}`, resolution),
        ).resolves.toBe("");
      },
    );

    more(() => packed);
  });
}

function openPackage(options: PackedPackageOptions, projectFolder: string): PackedPackage {
  const packed: PackedPackage = {
    projectFolder,
    installedFolder: join(projectFolder, "node_modules/@zonepost", options.name),
    readme: "",
    async run(file, source, { release, nodeArgs = [], args = [], env = {} } = {}) {
      const node = release === undefined ? process.execPath : await nodeProgram(release);
      await writeFile(join(projectFolder, file), source);
      return execute(node, [...nodeArgs, file, ...args], {
        cwd: projectFolder,
        env: { ...process.env, ...env },
      });
    },
    async findTypeErrors(source, resolution) {
      await writeFile(join(projectFolder, "consumer.ts"), source);
      const module = resolution === "nodenext" ? "nodenext" : "esnext";
      const compilerOptions = {
        ...{ noEmit: true, strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
        ...{ module, moduleResolution: resolution, target: "es2022", lib: ["es2022"] },
        ...{ types: options.types ?? [], typeRoots: [join(rootFolder, "node_modules/@types")] },
      };
      const config = { compilerOptions, files: ["consumer.ts"] };
      await writeFile(join(projectFolder, "tsconfig.json"), JSON.stringify(config));
      const { stdout } = await execute(
        process.execPath,
        [join(rootFolder, "node_modules/typescript/bin/tsc"), "-p", "."],
        { cwd: projectFolder },
      ).catch((error: { stdout: string }) => error);
      return stdout;
    },
    examples: (language) =>
      [...packed.readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, text]) =>
        String(text),
      ),
  };
  return packed;
}

const doors = (name: string, exports: Exports) =>
  Object.keys(exports)
    .filter((door) => door !== "./package.json")
    .map((door) => name + door.slice(1));

async function sourcesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => /(?<!\.test)\.ts$/.test(name));
}

async function pack(packageFolder: string, destination: string): Promise<string> {
  const { stdout } = await npm(["pack", "--json", "--pack-destination", destination], packageFolder);
  // Its `prepack` script prints to the same output, before the report.
  const [report] = JSON.parse(stdout.slice(stdout.search(/^\[/m)));
  return join(destination, report.filename);
}

/** The reason why the npm registry can't be reached, or `undefined` if it can. */
async function networkProblem(): Promise<string | undefined> {
  try {
    await npm(["ping", "--fetch-retries=0"], rootFolder);
    return undefined;
  } catch (error) {
    const [code] =
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT/.exec(
        String((error as { stderr?: string }).stderr),
      ) ?? [];
    return code && `the npm registry cannot be reached (${code})`;
  }
}
