import {
  contacts,
  domainBatches,
  domainHistory,
  domainNotifications,
  domainOperations,
  domains,
} from "@zonepost/db";
import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { WorkspaceCtx } from "../../kernel/ctx.ts";
import { placeIf, type RecordFinders } from "../../kernel/record-finders.ts";
import { isVisibleTo } from "./batches/list-batches.ts";
import { isHeld } from "./model/get-own-domain.ts";

const isSeen = ({ actor }: WorkspaceCtx, workspaceId: AnyPgColumn, name: AnyPgColumn): SQL | undefined =>
  and(
    eq(workspaceId, actor.workspaceId),
    actor.domainNames ? inArray(name, [...actor.domainNames]) : undefined,
  );

export const domainRecords: RecordFinders<"con" | "dba" | "dhe" | "dnf" | "dom" | "dop"> = {
  con: {
    right: "contacts:read",
    async find({ db, actor }, id) {
      const { workspaceId, deletedAt } = contacts;
      return placeIf(
        await db.$count(
          contacts,
          and(eq(contacts.id, id), eq(workspaceId, actor.workspaceId), isNull(deletedAt)),
        ),
      );
    },
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
        .where(and(eq(domainHistory.id, id), isSeen(ctx, domains.workspaceId, domains.name)));
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
        .where(and(eq(domainNotifications.id, id), isSeen(ctx, domains.workspaceId, domains.name), isHeld));
      return row && [row.name];
    },
  },
  dom: {
    right: "domains:read",
    async find(ctx, id) {
      const [row] = await ctx.db
        .select({ name: domains.name })
        .from(domains)
        .where(and(eq(domains.id, id), isSeen(ctx, domains.workspaceId, domains.name), isHeld));
      return row && [row.name];
    },
  },
  dop: {
    right: "domains:read",
    async find(ctx, id) {
      const { workspaceId, domainName } = domainOperations;
      return placeIf(
        await ctx.db.$count(
          domainOperations,
          and(eq(domainOperations.id, id), isSeen(ctx, workspaceId, domainName)),
        ),
      );
    },
  },
};
