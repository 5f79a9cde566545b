import {
  mailAccounts,
  mailAliases,
  mailAppPasswords,
  mailConnections,
  mailDomains,
  mailEvents,
} from "@zonepost/db";
import { and, eq, inArray } from "drizzle-orm";
import type { WorkspaceCtx } from "../../kernel/ctx.ts";
import { publicId } from "../../kernel/ids.ts";
import type { RecordFinders } from "../../kernel/record-finders.ts";
import { isNotErasedAt } from "./accounts/read-accounts.ts";
import { isCurrent } from "./model/mail-domain-row.ts";

const isSeen = ({ actor }: WorkspaceCtx) =>
  and(
    eq(mailDomains.workspaceId, actor.workspaceId),
    isCurrent,
    actor.domainNames ? inArray(mailDomains.domainName, [...actor.domainNames]) : undefined,
  );

const account = { domainName: mailDomains.domainName, id: mailAccounts.id };
const placeOf = (row: { domainName: string; id: string } | undefined) =>
  row && [row.domainName, publicId("mac", row.id)];

export const mailRecords: RecordFinders<"mac" | "mal" | "map" | "mcn" | "mms"> = {
  mac: {
    right: "mail:read",
    async find(ctx, id) {
      const [row] = await ctx.db
        .select(account)
        .from(mailAccounts)
        .innerJoin(mailDomains, eq(mailDomains.id, mailAccounts.mailDomainId))
        .where(and(eq(mailAccounts.id, id), isNotErasedAt(await ctx.clock.now()), isSeen(ctx)));
      return placeOf(row);
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
  map: {
    right: "mail:read",
    async find(ctx, id) {
      const [row] = await ctx.db
        .select(account)
        .from(mailAppPasswords)
        .innerJoin(mailAccounts, eq(mailAccounts.id, mailAppPasswords.accountId))
        .innerJoin(mailDomains, eq(mailDomains.id, mailAccounts.mailDomainId))
        .where(and(eq(mailAppPasswords.id, id), isNotErasedAt(await ctx.clock.now()), isSeen(ctx)));
      return placeOf(row);
    },
  },
  mcn: {
    right: "mail:read",
    async find(ctx, id) {
      const [row] = await ctx.db
        .select(account)
        .from(mailConnections)
        .innerJoin(mailAccounts, eq(mailAccounts.id, mailConnections.accountId))
        .innerJoin(mailDomains, eq(mailDomains.id, mailAccounts.mailDomainId))
        .where(and(eq(mailConnections.id, id), isNotErasedAt(await ctx.clock.now()), isSeen(ctx)));
      return placeOf(row);
    },
  },
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
