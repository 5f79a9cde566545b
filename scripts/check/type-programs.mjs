import fs from "node:fs";
import path from "node:path";
import { packageFolders, root } from "../project.mjs";

const cache = path.join(root, ".cache/types");

const typedFolders = () =>
  [...packageFolders(), "bench", "scripts"].filter((folder) =>
    fs.existsSync(path.join(root, folder, "tsconfig.json")),
  );

/**
 * Writes one configuration for all folders with the same compiler options, so that what they import is checked once.
 * Returns each with its `name` and the compiler's `args`. The compiler skips what hasn't changed since its last check.
 */
export function writeTypePrograms() {
  const programs = new Map();
  for (const folder of typedFolders()) {
    const config = JSON.parse(fs.readFileSync(path.join(root, folder, "tsconfig.json"), "utf8"));
    const key = JSON.stringify(config.compilerOptions ?? {});
    const program = programs.get(key) ?? { folders: [], include: [] };
    program.folders.push(folder);
    program.include.push(...config.include.map((pattern) => path.join(root, folder, pattern)));
    programs.set(key, program);
  }
  fs.mkdirSync(cache, { recursive: true });
  return [...programs.values()].map(({ folders, include }) => {
    const file = path.join(cache, `${folders[0].replace("/", "-")}.json`);
    const configuration = {
      extends: path.join(root, folders[0], "tsconfig.json"),
      compilerOptions: {
        incremental: true,
        tsBuildInfoFile: file.replace(/json$/, "tsbuildinfo"),
        typeRoots: [path.join(root, "node_modules/@types")],
      },
      include,
    };
    fs.writeFileSync(file, JSON.stringify(configuration));
    // More checkers would each work out the same library types, which takes twice the time.
    return { name: `types of ${folders.join(", ")}`, args: ["-p", file, "--checkers", "1"] };
  });
}
