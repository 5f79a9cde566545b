import { execFile } from "node:child_process";
import { promisify } from "node:util";

// Settings of the npm that started this test, such as `--dry-run`, must not affect the one started here.
const ownRun = /^npm_(package|lifecycle|command|config_(local_prefix|dry_run))/;

export function npm(args: readonly string[], cwd: string): Promise<{ stdout: string; stderr: string }> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ownRun.test(name)));
  return promisify(execFile)("npm", args, { cwd, env });
}

/** `npm install` without its default retries, which take minutes if the registry is unreachable. */
export function npmInstall(packages: readonly string[], cwd: string): Promise<unknown> {
  const retries = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000"];
  return npm(["install", "--prefer-offline", "--no-audit", "--no-fund", ...retries, ...packages], cwd);
}
