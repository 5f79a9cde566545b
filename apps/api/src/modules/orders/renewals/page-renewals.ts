import type { RenewalPage, RenewalPageInput, RenewalSort } from "@zonepost/schema/panel";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { pageOfAll, placeAt, type SortKey } from "../../../kernel/http/sorted-page.ts";
import { foldedName } from "../../../kernel/own-scripts.ts";
import { requireRight } from "../../../kernel/rights.ts";
import type { OrderPorts } from "../ports.ts";
import { prepareRenewals, type RenewalRow } from "./prepare-renewals.ts";
import { totalsOf } from "./renewal-policy.ts";

/**
 * For the panel. Today's prices, and names in their own script, aren't in the database, and the rows are in two tables: so
 * all that the filter includes are read, sorted and summed here, except for what follows in the order of the tables.
 */
export async function pageRenewals(
  ctx: WorkspaceCtx & OrderPorts,
  { sort, descending, limit, cursor, direction: _, ...filter }: RenewalPageInput,
): Promise<RenewalPage> {
  requireRight(ctx.actor, "domains:read");
  const after = placeAt(cursor, [...keyTypes[sort], { type: "timestamptz" }, { type: "uuid" }]);
  const { select, present, costOf } = await prepareRenewals(ctx);
  const [moment, id] = sort === "date" && !descending && after ? after : [];
  const rows = await select(
    filter,
    moment !== undefined && id !== undefined
      ? { after: { moment, id }, limit: limit + 1 }
      : { limit: undefined },
  );
  const chargeOf = (row: RenewalRow) => {
    const { currency, taxCents, totalCents } = costOf(row);
    return { currency, taxCents: taxCents ?? 0, totalCents: totalCents ?? 0 };
  };
  const keys: Record<RenewalSort, (row: RenewalRow) => string[]> = {
    name: ({ name }) => [foldedName(name)],
    date: () => [],
    total: (row) => [String(chargeOf(row).totalCents).padStart(18, "0")],
  };
  const placeOf = (row: RenewalRow) => [...keys[sort](row), row.dueAt, row.id];
  const { items, nextCursor } = pageOfAll(rows, placeOf, { after, descending, limit });
  const sumsOf = (autoRenew: boolean) =>
    totalsOf(rows.filter((row) => row.autoRenew === autoRenew).map(chargeOf));
  return {
    items: items.map(present),
    nextCursor,
    sums: after === undefined ? { renewing: sumsOf(true), expiring: sumsOf(false) } : null,
  };
}

/** What each order compares, before the date and the ID, which make it total. */
const keyTypes: Record<RenewalSort, Pick<SortKey, "type">[]> = {
  name: [{ type: "text" }],
  date: [],
  total: [{ type: "bigint" }],
};
