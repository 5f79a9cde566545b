import fs from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { packageFolders } from "../project.mjs";

/**
 * The workspace's packages: name, folder, exports and tsconfig path aliases. A published package exports its compiled
 * files; the workspace links to `src` instead, whose package.json exports the sources.
 */
export function readPackages(root) {
  return [...packageFolders(root), "bench"]
    .filter((folder) => fs.existsSync(path.join(root, folder, "package.json")))
    .map((folder) => {
      const sources = path.join(root, folder, "src/package.json");
      const home = fs.existsSync(sources) ? `${folder}/src` : folder;
      const { name, exports = {} } = readJson(path.join(root, home, "package.json"));
      const config = path.join(root, folder, "tsconfig.json");
      const aliases = fs.existsSync(config) ? (readJson(config).compilerOptions?.paths ?? {}) : {};
      return { name, folder, home, exports, aliases };
    });
}

function readJson(file) {
  return JSON.parse(fs.readFileSync(file, "utf8"));
}

/**
 * Resolves an import: `{ file }` inside the repository, with `name` for a workspace package; `{ name }` for an
 * installed package or `node:` module; `{ missing }` explains a failure.
 */
export function resolveImport({ root, packages }, importer, specifier) {
  if (specifier === undefined) {
    return { missing: "is put together at run time" };
  }
  if (specifier.startsWith(".")) {
    return fileAt(root, path.posix.join(path.posix.dirname(importer), specifier));
  }
  const own = packages.find(({ folder }) => importer.startsWith(`${folder}/`));
  for (const [alias, [target]] of Object.entries(own?.aliases ?? {})) {
    const rest = behindAlias(alias, specifier);
    if (rest !== undefined) {
      return fileAt(root, path.posix.join(own.folder, target.replace("*", rest)));
    }
  }
  if (isBuiltin(specifier)) {
    return { name: specifier.startsWith("node:") ? specifier : `node:${specifier}` };
  }
  const workspace = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  if (!workspace) {
    return { name: specifier };
  }
  const door = workspace.exports[`.${specifier.slice(workspace.name.length)}`];
  const target = typeof door === "object" ? (door?.default ?? door?.import) : door;
  if (!target) {
    return { missing: `is not exported by ${workspace.home}/package.json` };
  }
  return { ...fileAt(root, path.posix.join(workspace.home, target)), name: specifier };
}

function behindAlias(alias, specifier) {
  if (!alias.endsWith("*")) {
    return specifier === alias ? "" : undefined;
  }
  const start = alias.slice(0, -1);
  return specifier.startsWith(start) ? specifier.slice(start.length) : undefined;
}

function fileAt(root, file) {
  return fs.existsSync(path.join(root, file)) ? { file } : { missing: "leads to no file" };
}
