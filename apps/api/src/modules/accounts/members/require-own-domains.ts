import { domains } from "@zonepost/db";
import { and, eq, inArray, notInArray } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";

const goneStatuses = ["deleted", "transferred_out"];

/** A limit can name only domains that the workspace holds; throws with each name that is none. */
export async function requireOwnDomains(
  db: Queryable,
  workspaceId: string,
  names: readonly string[] | null | undefined,
): Promise<void> {
  if (names == null) {
    return;
  }
  const rows = await db
    .select({ name: domains.name })
    .from(domains)
    .where(
      and(
        eq(domains.workspaceId, workspaceId),
        inArray(domains.name, [...names]),
        notInArray(domains.status, goneStatuses),
      ),
    );
  const held = new Set(rows.map(({ name }) => name));
  const errors = names.flatMap((name, index) =>
    held.has(name)
      ? []
      : [{ pointer: `/domainNames/${index}`, message: `${name} is not a domain of this workspace` }],
  );
  if (errors.length > 0) {
    throw invalid(errors);
  }
}
