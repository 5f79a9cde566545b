import { installProgram, type NpmProgram } from "./npm-program.ts";

/** The runtimes besides Node that `webhook-signing` supports, as the packages from which npm installs them. */
const runtimes = {
  bun: {
    version: "1.4.5",
    file: "bin/bun",
    packages: {
      "linux-x64": "@oven/bun-linux-x64",
      "linux-arm64": "@oven/bun-linux-aarch64",
      "darwin-x64": "@oven/bun-darwin-x64",
      "darwin-arm64": "@oven/bun-darwin-aarch64",
    },
  },
  deno: {
    version: "2.9.6",
    file: "deno",
    packages: {
      "linux-x64": "@deno/linux-x64-glibc",
      "linux-arm64": "@deno/linux-arm64-glibc",
      "darwin-x64": "@deno/darwin-x64",
      "darwin-arm64": "@deno/darwin-arm64",
    },
  },
  workerd: {
    version: "1.20261117.1",
    file: "bin/workerd",
    packages: {
      "linux-x64": "@cloudflare/workerd-linux-64",
      "linux-arm64": "@cloudflare/workerd-linux-arm64",
      "darwin-x64": "@cloudflare/workerd-darwin-64",
      "darwin-arm64": "@cloudflare/workerd-darwin-arm64",
    },
  },
} as const;

export type Runtime = keyof typeof runtimes;

/** The path of a runtime, or the reason why it can't be installed here. */
export async function runtimeProgram(
  runtime: Runtime,
): Promise<{ program: string; problem?: undefined } | { program?: undefined; problem: string }> {
  const { version, file, packages } = runtimes[runtime];
  const platform = `${process.platform}-${process.arch}`;
  const packageName = (packages as Record<string, string>)[platform];
  if (packageName === undefined) {
    return { problem: `npm has no ${runtime} for ${platform}` };
  }
  const settings: NpmProgram = { packageName, version, file };
  try {
    return { program: await installProgram(settings) };
  } catch (error) {
    const [reason] = /^npm error .*$/m.exec(String((error as { stderr?: string }).stderr)) ?? [error];
    return { problem: `${packageName}@${version} can't be installed: ${reason}` };
  }
}
