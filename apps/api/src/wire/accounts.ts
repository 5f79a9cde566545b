import { createOutboxMailer } from "../adapters/outbox/index.ts";
import { createSmtpMailer } from "../adapters/smtp/index.ts";
import type { Env } from "../env.ts";
import type { Ctx } from "../kernel/ctx.ts";
import { guardPort } from "../kernel/quarantine/guard-port.ts";
import type { QuarantineGuard } from "../kernel/quarantine/quarantine-guard.ts";
import { type AccountsSettings, createPasswords, type ExportPorts } from "../modules/accounts/index.ts";
import { listAttentionChoices } from "../modules/attention/index.ts";
import { findOwnNames, listNotificationsTo } from "../modules/domains/index.ts";
import { listNamesSold, listTransferCodes } from "../modules/orders/index.ts";

/** What other modules store about a person. */
export const exportPorts: ExportPorts = { listNotificationsTo, listAttentionChoices, listTransferCodes };

export const wireAccounts = (env: Env) => ({
  passwords: createPasswords(),
  settings: accountsSettings(env),
  workspaceDomains: { findOwnNames },
  listNamesSold,
  ...exportPorts,
});

/** The sandbox never sends: its outbox stores what would be sent. */
export const wireMailer = (env: Env, base: Pick<Ctx, "db" | "clock">, quarantine: QuarantineGuard) =>
  guardPort(createMailer(env, base), quarantine, ["close"]);

const createMailer = (env: Env, base: Pick<Ctx, "db" | "clock">) =>
  env.ZONEPOST_MODE === "sandbox" || !env.SMTP_URL
    ? createOutboxMailer(base)
    : createSmtpMailer({
        smtpUrl: env.SMTP_URL,
        from: env.MAIL_FROM,
        messageIdHost: new URL(env.API_URL).hostname,
      });

function accountsSettings(env: Env): AccountsSettings {
  const provider = (clientId: string | undefined, clientSecret: string | undefined) =>
    clientId && clientSecret ? { clientId, clientSecret } : undefined;
  const google = provider(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET);
  const github = provider(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET);
  return {
    apiUrl: env.API_URL,
    panelUrl: env.PANEL_URL,
    authSecret: env.AUTH_SECRET,
    authSecretsRetired: env.AUTH_SECRETS_RETIRED,
    cookieDomain: env.COOKIE_DOMAIN,
    signInLimitPerMinute: env.SIGN_IN_LIMIT_PER_MINUTE,
    providers: { google, github },
    isSecondFactorAskedOfOperators: env.ZONEPOST_MODE !== "sandbox",
  };
}
