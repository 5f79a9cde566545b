import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { installProgram } from "./npm-program.ts";

const run = promisify(execFile);
const rootFolder = fileURLToPath(new URL("..", import.meta.url));

/** The Node releases that the published packages support, each with the version to test. */
export const nodeReleases = { 20: "20.20.2", 22: "22.23.3", 24: "24.21.0" } as const;
export type NodeRelease = keyof typeof nodeReleases;

/** The path of this Node release: an existing one, or one from the npm registry, cached in `.cache`. */
export async function nodeProgram(release: NodeRelease): Promise<string> {
  for (const program of [process.execPath, join(rootFolder, "node_modules/node/bin/node"), "node"]) {
    if (await isRelease(program, release)) {
      return program;
    }
  }
  return installNode(nodeReleases[release]);
}

async function isRelease(program: string, release: NodeRelease): Promise<boolean> {
  const { stdout } = await run(program, ["--version"]).catch(() => ({ stdout: "" }));
  return stdout.startsWith(`v${release}.`);
}

function installNode(version: string): Promise<string> {
  const { platform, arch } = process;
  // The package `node` downloads this one in an install script, which npm may be configured not to run.
  const prefix = platform === "darwin" && arch === "arm64" ? "node-bin" : "node";
  const packageName = `${prefix}-${platform === "win32" ? "win" : platform}-${arch}`;
  return installProgram({ packageName, version, file: `bin/node${platform === "win32" ? ".exe" : ""}` });
}
