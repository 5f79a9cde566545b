import type { Renewal, RenewalExportQuery } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { type CsvCell, csvChunkSize, csvInChunks } from "../../../kernel/http/csv.ts";
import { requireRight } from "../../../kernel/rights.ts";
import type { OrderPorts } from "../ports.ts";
import { prepareRenewals } from "./prepare-renewals.ts";

const columns = [
  "name",
  "kind",
  "plan",
  "state",
  "next_charge",
  "paid_until",
  "price_cents",
  "tax_cents",
  "total_cents",
  "total_if_renewed_cents",
  "currency",
];

/** The renewals that the filter includes, by their date. */
export async function exportRenewals(
  ctx: WorkspaceCtx & OrderPorts,
  filter: RenewalExportQuery,
): Promise<AsyncIterable<string>> {
  requireRight(ctx.actor, "domains:read");
  const { select, present } = await prepareRenewals(ctx);
  return csvInChunks(
    columns,
    (last: Awaited<ReturnType<typeof select>>[number] | undefined) =>
      select(filter, {
        after: last && { moment: last.dueAt, id: last.id },
        limit: csvChunkSize,
      }),
    (rows) => rows.map((row) => cellsOf(present(row))),
  );
}

const cellsOf = (renewal: Renewal): CsvCell[] => [
  renewal.name,
  renewal.kind,
  renewal.planSlug ?? "",
  renewal.state,
  renewal.chargesAt ?? "",
  renewal.expiresAt,
  renewal.priceCents ?? "",
  renewal.taxCents ?? "",
  renewal.totalCents ?? "",
  renewal.totalIfRenewedCents ?? "",
  renewal.currency,
];
