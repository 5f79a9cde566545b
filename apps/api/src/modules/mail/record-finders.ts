import {
  mailAccounts,
  mailAliases,
  mailAppPasswords,
  mailConnections,
  mailDomains,
  mailEvents,
} from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../kernel/ctx.ts";
import { publicId } from "../../kernel/ids.ts";
import type { RecordFinder, RecordFinders } from "../../kernel/record-finders.ts";
import { seenBy } from "../../kernel/seen-by.ts";
import { isNotErasedAt } from "./accounts/read-accounts.ts";
import { isCurrent } from "./model/mail-domain-row.ts";

const isSeen = ({ actor }: WorkspaceCtx) => and(seenBy(actor, mailDomains), isCurrent);

/** The account that has an app password or a connection. */
const findAccountOf =
  (part: typeof mailAppPasswords | typeof mailConnections): RecordFinder["find"] =>
  async (ctx, id) => {
    const [row] = await ctx.db
      .select({ domainName: mailDomains.domainName, id: mailAccounts.id })
      .from(mailAccounts)
      .innerJoin(mailDomains, eq(mailDomains.id, mailAccounts.mailDomainId))
      .innerJoin(part, eq(part.accountId, mailAccounts.id))
      .where(and(eq(part.id, id), isNotErasedAt(await ctx.clock.now()), isSeen(ctx)));
    return row && [row.domainName, publicId("mac", row.id)];
  };

export const mailRecords: RecordFinders<"mac" | "mal" | "map" | "mcn" | "mms"> = {
  mac: {
    right: "mail:read",
    async find(ctx, id) {
      const [row] = await ctx.db
        .select({ domainName: mailDomains.domainName })
        .from(mailAccounts)
        .innerJoin(mailDomains, eq(mailDomains.id, mailAccounts.mailDomainId))
        .where(and(eq(mailAccounts.id, id), isNotErasedAt(await ctx.clock.now()), isSeen(ctx)));
      return row && [row.domainName, publicId("mac", id)];
    },
  },
  mal: {
    right: "mail:read",
    async find(ctx, id) {
      const [row] = await ctx.db
        .select({ domainName: mailDomains.domainName })
        .from(mailAliases)
        .innerJoin(mailDomains, eq(mailDomains.id, mailAliases.mailDomainId))
        .where(and(eq(mailAliases.id, id), isSeen(ctx)));
      return row && [row.domainName];
    },
  },
  map: { right: "mail:read", find: findAccountOf(mailAppPasswords) },
  mcn: { right: "mail:read", find: findAccountOf(mailConnections) },
  /** With the recipient, by whom the list finds an old one too. */
  mms: {
    right: "mail:read",
    async find(ctx, id) {
      const [row] = await ctx.db
        .select({ domainName: mailDomains.domainName, recipient: mailEvents.recipient })
        .from(mailEvents)
        .innerJoin(mailDomains, eq(mailDomains.id, mailEvents.mailDomainId))
        .where(and(eq(mailEvents.id, id), eq(mailEvents.workspaceId, ctx.actor.workspaceId), isSeen(ctx)));
      return row && [row.domainName, row.recipient];
    },
  },
};
