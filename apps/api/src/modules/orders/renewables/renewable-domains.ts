import {
  type AutoRenewal,
  dueAutoRenewals,
  endAutoRenewal,
  findAutoRenewal,
  recordRenewalFailure,
} from "../../domains/index.ts";
import type { DueRenewal, Renewable } from "./renewable.ts";

export const renewableDomains: Renewable = {
  name: "renewals of domains",
  lineKind: "renewal",
  due: dueAutoRenewals,
  isTriedAfterGrace: true,
  find: async (ctx, id) => renewalOf(await findAutoRenewal(ctx, { id })),
  findOfLine: async (ctx, { workspaceId, domainName }) =>
    renewalOf(await findAutoRenewal(ctx, { workspaceId, name: domainName })),
  recordFailure: recordRenewalFailure,
  end: endAutoRenewal,
};

const renewalOf = (domain: AutoRenewal | undefined): DueRenewal | undefined =>
  domain && {
    ...domain,
    line: {
      kind: "renewal",
      name: domain.name,
      years: 1,
      currentExpiresAt: domain.expiresAt.toISOString(),
    },
  };
