import type { MailSettings } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { mailNotConfigured } from "../errors.ts";
import type { MailPorts } from "../ports.ts";

type Ports = Pick<MailPorts, "mailServers">;

export async function getMailSettings(ctx: WorkspaceCtx & Ports): Promise<MailSettings> {
  const settings = await findMailSettings(ctx);
  if (!settings) {
    throw mailNotConfigured();
  }
  return settings;
}

/** Null while the operator hasn't configured the mail servers. */
export async function findMailSettings(ctx: WorkspaceCtx & Ports): Promise<MailSettings | null> {
  requireRight(ctx.actor, "mail:read");
  const servers = await ctx.mailServers.find();
  return servers && { ...servers, username: "full_address" };
}
