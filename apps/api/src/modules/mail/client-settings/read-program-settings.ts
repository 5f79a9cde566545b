import { mailAddress } from "@zonepost/schema";
import type { Queryable } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { mailNotConfigured } from "../errors.ts";
import { domainOfAddress } from "../model/policy.ts";
import type { MailPorts, MailServers } from "../ports.ts";
import { appleProfile } from "./apple-profile.ts";
import { autoconfig } from "./autoconfig.ts";
import { addressOfAutodiscover, autodiscover } from "./autodiscover.ts";
import { findHostedDomain } from "./find-hosted-domain.ts";

type Ctx = { db: Queryable } & Pick<MailPorts, "mailServers">;

// Mail programs call these without a session. The answer depends on the domain alone, so that it reveals no address.

/** Without an address, the domain is that of the program's request: `autoconfig.example.com`. */
export async function readAutoconfig(
  ctx: Ctx,
  { address, host }: { address: string | undefined; host: string },
): Promise<string> {
  const domainOfHost = host.replace(/:\d+$/, "").replace(/^autoconfig\./i, "");
  const name = address === undefined ? domainOfHost : domainOfAddress(requireAddress(address));
  const { servers, domainName } = await requireHosted(ctx, name);
  return autoconfig(servers, domainName);
}

export async function readAutodiscover(ctx: Ctx, body: string): Promise<string> {
  const address = requireAddress(addressOfAutodiscover(body) ?? "");
  const { servers } = await requireHosted(ctx, domainOfAddress(address));
  return autodiscover(servers, address);
}

export async function readAppleProfile(ctx: Ctx, typed: string): Promise<string> {
  const address = requireAddress(typed);
  const { servers } = await requireHosted(ctx, domainOfAddress(address));
  return appleProfile(servers, address);
}

function requireAddress(typed: string): string {
  const { data } = mailAddress.safeParse(typed);
  if (data === undefined) {
    throw notFound();
  }
  return data;
}

async function requireHosted(
  { db, mailServers }: Ctx,
  name: string,
): Promise<{ servers: MailServers; domainName: string }> {
  const domainName = await findHostedDomain(db, name);
  if (domainName === undefined) {
    throw notFound();
  }
  const servers = await mailServers.find();
  if (!servers) {
    throw mailNotConfigured();
  }
  return { servers, domainName };
}
