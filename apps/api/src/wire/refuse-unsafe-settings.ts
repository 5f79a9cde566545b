import { type Env, EnvError } from "../env.ts";
import type { Logger } from "../kernel/log.ts";
import { unsafeSettings } from "../unsafe-settings.ts";

/** Throws unless the operator has accepted each of them, by name. */
export function refuseUnsafeSettings(env: Env, log: Logger): void {
  const found = unsafeSettings(env);
  const refused = found.filter(({ name }) => !env.LIVE_ALLOW_UNSAFE.includes(name));
  if (refused.length > 0) {
    const names = found.map(({ name }) => name).join(",");
    throw new EnvError(
      [
        ...refused.map(({ name, reason }) => `${name}: ${reason}`),
        `LIVE_ALLOW_UNSAFE: to start anyway, set it to ${names}`,
      ].join("\n"),
    );
  }
  for (const { name, reason } of found) {
    log.warn({ setting: name }, `unsafe setting: ${name} ${reason}`);
  }
}
