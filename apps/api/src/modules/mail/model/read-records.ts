import type { Ctx } from "../../../kernel/ctx.ts";
import { findDelegation } from "../../domains/index.ts";
import type { MailPorts, MailRecordType, ServerRecords } from "../ports.ts";
import type { MailDomainRow } from "./mail-domain-row.ts";

export type NameserverRecords = { nameserver: string } & ServerRecords;

/** The records of a name at each authoritative nameserver of the mail domain; empty if the domain has none. */
export async function readRecords(
  ctx: Pick<Ctx, "db"> & Pick<MailPorts, "mailDns">,
  mailDomain: Pick<MailDomainRow, "workspaceId" | "domainId" | "domainName">,
  question: { name: string; type: MailRecordType },
  signal?: AbortSignal,
): Promise<NameserverRecords[]> {
  const { workspaceId, domainId, domainName } = mailDomain;
  const servers = await findDelegation(ctx.db, domainId);
  return Promise.all(
    servers.map(async ({ host: nameserver, addresses }) => {
      const known = addresses.length > 0 ? addresses : undefined;
      const asked = { workspaceId, domainName, nameserver, addresses: known, ...question };
      return { nameserver, ...(await ctx.mailDns.readRecords(asked, signal)) };
    }),
  );
}
