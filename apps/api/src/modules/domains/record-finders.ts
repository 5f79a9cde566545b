import {
  contacts,
  domainBatches,
  domainHistory,
  domainNotifications,
  domainOperations,
  domains,
} from "@zonepost/db";
import { and, eq, isNull } from "drizzle-orm";
import { findOwn, placeIf, type RecordFinders } from "../../kernel/record-finders.ts";
import { seenBy } from "../../kernel/seen-by.ts";
import { isVisibleTo } from "./batches/list-batches.ts";
import { isHeld } from "./model/get-own-domain.ts";

const ofDomain = { workspaceId: domains.workspaceId, domainName: domains.name };

export const domainRecords: RecordFinders<"con" | "dba" | "dhe" | "dnf" | "dom" | "dop"> = {
  con: {
    right: "contacts:read",
    find: findOwn(contacts, isNull(contacts.deletedAt)),
  },
  dba: {
    right: "domains:read",
    async find({ db, actor }, id) {
      return placeIf(await db.$count(domainBatches, and(eq(domainBatches.id, id), isVisibleTo(actor))));
    },
  },
  /** Also those of a domain that has left: its history stays. */
  dhe: {
    right: "domains:read",
    async find(ctx, id) {
      const [row] = await ctx.db
        .select({ name: domains.name })
        .from(domainHistory)
        .innerJoin(domains, eq(domains.id, domainHistory.domainId))
        .where(and(eq(domainHistory.id, id), seenBy(ctx.actor, ofDomain)));
      return row && [row.name];
    },
  },
  dnf: {
    right: "domains:read",
    async find(ctx, id) {
      const [row] = await ctx.db
        .select({ name: domains.name })
        .from(domainNotifications)
        .innerJoin(domains, eq(domains.id, domainNotifications.domainId))
        .where(and(eq(domainNotifications.id, id), seenBy(ctx.actor, ofDomain), isHeld));
      return row && [row.name];
    },
  },
  dom: {
    right: "domains:read",
    async find(ctx, id) {
      const [row] = await ctx.db
        .select({ name: domains.name })
        .from(domains)
        .where(and(eq(domains.id, id), seenBy(ctx.actor, ofDomain), isHeld));
      return row && [row.name];
    },
  },
  dop: {
    right: "domains:read",
    async find({ db, actor }, id) {
      const isSeen = seenBy(actor, domainOperations);
      return placeIf(await db.$count(domainOperations, and(eq(domainOperations.id, id), isSeen)));
    },
  },
};
