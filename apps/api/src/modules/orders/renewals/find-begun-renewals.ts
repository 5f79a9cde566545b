import type { Queryable } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import type { BegunRenewal, RenewalsWanted } from "../../domains/index.ts";
import { findOpenRenewals } from "./find-open-renewals.ts";
import { failureShown } from "./renewal-policy.ts";

/** The renewals of domains that have an order, for the domains module. */
export async function findBegunRenewals(
  db: Queryable,
  { seesPayments, ...wanted }: RenewalsWanted,
): Promise<BegunRenewal[]> {
  const open = await findOpenRenewals(db, wanted);
  return open.flatMap((renewal) => {
    const { kind, name, expiresAt, state, failedAt, orderId, orderState } = renewal;
    return kind === "domain"
      ? [
          {
            name,
            expiresAt,
            state,
            failure: failureShown(renewal, seesPayments),
            failedAt: failedAt?.toISOString() ?? null,
            orderId: publicId("ord", orderId),
            orderState,
          },
        ]
      : [];
  });
}
