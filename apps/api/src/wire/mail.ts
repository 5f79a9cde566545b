import type { Env } from "../env.ts";
import type { Logger } from "../kernel/log.ts";
import { createPasswordHasher } from "../modules/mail/index.ts";
import { findMailServers } from "../sandbox/find-mail-servers.ts";

export const wireMail = (env: Env) => ({
  mailDnsSettings: env.mailDns,
  mailServers: { find: mailServersOf(env) },
  passwordHasher: createPasswordHasher(),
});

/** Everything else works without it. */
export function warnOfMissingMailHost({ mailServers }: Env, log: Logger): void {
  if (mailServers === null) {
    log.warn(
      { setting: "MAIL_HOST_NAME" },
      "MAIL_HOST_NAME is not set: customers can't see how to set up their mail programs",
    );
  }
}

function mailServersOf({ mailServers, ZONEPOST_MODE, DATA_DIR: dataDir }: Env) {
  return async () =>
    mailServers === null && ZONEPOST_MODE === "sandbox" && dataDir !== undefined
      ? findMailServers(dataDir)
      : mailServers;
}
