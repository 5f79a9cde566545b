import { mailHosts } from "@zonepost/db";
import { asc } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** The mail hosts, with when each agent last reported by the wall clock. */
export const listMailHosts = (db: Queryable): Promise<{ name: string; lastSeenAt: Date }[]> =>
  db
    .select({ name: mailHosts.name, lastSeenAt: mailHosts.lastSeenAt })
    .from(mailHosts)
    .orderBy(asc(mailHosts.name));
