import { mailSettings } from "@zonepost/schema";
import { named, operation, panelOperation } from "../../../kernel/http/operation.ts";
import type { MailPorts } from "../ports.ts";
import { findMailSettings, getMailSettings } from "./get-mail-settings.ts";

export const mailSettingsOperations = (ports: Pick<MailPorts, "mailServers">) =>
  named({
    getMailSettings: operation({
      method: "GET",
      path: "/me/mail/settings",
      tag: "Mail",
      summary: "Get the settings for mail programs",
      description:
        "The servers that mail programs connect to, the same for all accounts. 503 with the code `mail_not_configured` until your administrator has configured them.",
      right: "mail:read",
      output: mailSettings,
      outputDescription: "Hosts, ports and security",
      successStatus: 200,
      problems: [503],
      handle: (ctx) => getMailSettings({ ...ctx, ...ports }),
    }),
    findMailSettings: panelOperation({
      right: "mail:read",
      output: mailSettings.nullable(),
      handle: (ctx) => findMailSettings({ ...ctx, ...ports }),
    }),
  });
