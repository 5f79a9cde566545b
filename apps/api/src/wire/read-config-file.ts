import { readFileSync } from "node:fs";
import { EnvError } from "../env.ts";
import { ConfigFileError } from "../kernel/config-file.ts";

export function readConfigFile<Content>(
  variable: string,
  file: string | undefined,
  read: (json: string | undefined) => Content,
): Content {
  try {
    return read(file === undefined ? undefined : readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof ConfigFileError || (error instanceof Error && "code" in error)) {
      throw new EnvError(error.message.replace(/^/gm, `${variable}: `));
    }
    throw error;
  }
}
