import { createSecretBox } from "@zonepost/secret-box";
import type { Env } from "../env.ts";

export const secretBoxOf = (env: Pick<Env, "ENCRYPTION_KEY" | "ENCRYPTION_KEYS_RETIRED">) =>
  createSecretBox([env.ENCRYPTION_KEY, ...env.ENCRYPTION_KEYS_RETIRED]);
