import {
  dueMailRenewals,
  endMailRenewal,
  findMailRenewal,
  type MailRenewal,
  recordMailRenewalFailure,
} from "../../mail/index.ts";
import type { DueRenewal, Renewable } from "./renewable.ts";

export const renewableMail: Renewable = {
  name: "renewals of mail plans",
  lineKind: "mail_plan",
  due: dueMailRenewals,
  isTriedAfterGrace: false,
  find: async ({ db }, id) => renewalOf(await findMailRenewal(db, { id })),
  findOfLine: async ({ db }, line) => renewalOf(await findMailRenewal(db, line)),
  recordFailure: recordMailRenewalFailure,
  end: endMailRenewal,
};

const renewalOf = (plan: MailRenewal | undefined): DueRenewal | undefined =>
  plan && {
    ...plan,
    line: {
      kind: "mail_plan",
      domainName: plan.domainName,
      planSlug: plan.planSlug,
      currentExpiresAt: plan.expiresAt.toISOString(),
    },
  };
