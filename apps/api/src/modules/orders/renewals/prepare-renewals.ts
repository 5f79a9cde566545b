import type { Renewal, RenewalExportQuery, RenewalState } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { isNamedLike } from "../../../kernel/own-scripts.ts";
import { hasRight } from "../../../kernel/rights.ts";
import { type RenewalFilter, type RenewalRange, selectRenewals } from "../../domains/index.ts";
import { selectMailRenewals } from "../../mail/index.ts";
import type { OrderPorts } from "../ports.ts";
import { findOpenRenewals } from "./find-open-renewals.ts";
import { readRenewalCosts } from "./read-renewal-costs.ts";
import { failureShown, inOrder, type OpenRenewal, rangeOfMonth } from "./renewal-policy.ts";

type DomainRow = Awaited<ReturnType<typeof selectRenewals>>[number];
type PlanRow = Awaited<ReturnType<typeof selectMailRenewals>>[number];
export type RenewalRow = ({ kind: "domain" } & DomainRow) | ({ kind: "mail_plan" } & PlanRow);

/** Without the right to see payments, callers don't see the bank's reason and the payment. */
export async function prepareRenewals(ctx: WorkspaceCtx & OrderPorts, { isForPayer = false } = {}) {
  const now = await ctx.clock.now();
  const [open, costs] = await Promise.all([
    findOpenRenewals(ctx.db, { ...ctx.actor, now }),
    readRenewalCosts(ctx),
  ]);
  const openByTerm = new Map(open.map((renewal) => [termOf(renewal), renewal]));
  const seesPayments = hasRight(ctx.actor, "payments:read");
  const costOf = (row: RenewalRow) =>
    row.kind === "mail_plan" ? costs.ofPlan(row.planSlug) : costs.ofDomain(row.tld);
  return {
    now,
    /** Of a renewal, also if auto-renew is off. */
    costOf,
    /** Renewals of both kinds, the next one first. */
    async select(
      { state, month, q = "" }: RenewalExportQuery,
      { after, limit }: RenewalRange,
    ): Promise<RenewalRow[]> {
      const range = rangeOfMonth(month, now);
      if (!range) {
        return [];
      }
      // The names of both kinds are compared here, in both of their forms.
      const read = { after, limit: q === "" ? limit : undefined };
      const filterFor = (kind: Renewal["kind"]): RenewalFilter => ({
        now,
        ...range,
        isForPayer,
        ...filterOf(
          open.filter((renewal) => renewal.kind === kind),
          state,
        ),
      });
      const [domains, plans] = await Promise.all([
        selectRenewals(ctx, filterFor("domain"), read),
        selectMailRenewals(ctx, filterFor("mail_plan"), read),
      ]);
      const rows: RenewalRow[] = [
        ...domains.map((row) => ({ kind: "domain" as const, ...row })),
        ...plans.map((row) => ({ kind: "mail_plan" as const, ...row })),
      ];
      return rows
        .filter(({ name }) => q === "" || isNamedLike(name, q))
        .toSorted(inOrder)
        .slice(0, limit);
    },
    present(row: RenewalRow): Renewal {
      const begun = row.autoRenew ? openByTerm.get(termOf(row)) : undefined;
      const state = row.autoRenew ? (begun?.state ?? "scheduled") : "expiring";
      const isPlan = row.kind === "mail_plan";
      const cost = costOf(row);
      const failedAt = begun?.failedAt?.toISOString() ?? (isPlan ? row.failedAt : null);
      return {
        kind: row.kind,
        name: row.name,
        planSlug: isPlan ? row.planSlug : null,
        state,
        chargesAt: state === "processing" ? null : row.chargesAt,
        expiresAt: row.expiresAt,
        ...cost,
        ...(row.autoRenew ? {} : noCost),
        totalIfRenewedCents: row.autoRenew ? null : cost.totalCents,
        failure: failureShown(begun, seesPayments),
        failedAt: state === "failed" ? failedAt : null,
        orderId: begun ? publicId("ord", begun.orderId) : null,
        orderState: begun?.orderState ?? null,
        paymentId: begun?.paymentId && seesPayments ? publicId("pay", begun.paymentId) : null,
      };
    },
  };
}

const termOf = ({ kind, name, expiresAt }: Pick<Renewal, "kind" | "name" | "expiresAt">): string =>
  `${kind} ${name} ${expiresAt}`;

const noCost = { priceCents: null, taxCents: null, totalCents: null };

function filterOf(
  open: readonly OpenRenewal[],
  state: RenewalState | undefined,
): Pick<RenewalFilter, "autoRenew" | "only" | "except"> {
  const termsOf = (...states: RenewalState[]) => open.filter((renewal) => states.includes(renewal.state));
  switch (state) {
    case undefined:
      return {};
    case "expiring":
      return { autoRenew: false };
    case "scheduled":
      return { autoRenew: true, except: termsOf("failed", "processing") };
    default:
      return { autoRenew: true, only: termsOf(state) };
  }
}
