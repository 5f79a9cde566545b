import { z } from "zod";
import { domainName } from "../domains/domain-name.ts";
import { withoutPastedEdges } from "../pasted.ts";
import { noControlCharacters, pageQuery, timestampInput } from "../primitives.ts";
import { orderLineKinds, orderStates, paymentStatuses, renewalStates } from "../vocabulary.ts";

const q = z
  .string()
  .max(253, "Use at most 253 characters.")
  .overwrite((words) => withoutPastedEdges(words).toLowerCase())
  .regex(noControlCharacters, "Enter a part of a name.")
  .optional()
  .meta({ description: "Part of a domain name, in either form of a name that isn't ASCII" });

/** What orders, and their payments, are filtered by. */
const soldFilter = {
  kind: z.enum(orderLineKinds).optional().meta({ description: "Only with a line of this kind" }),
  domain: domainName.optional().meta({ description: "Only with a line for this domain or its mail" }),
  q,
};

const paymentFilter = {
  status: z.enum(paymentStatuses).optional().meta({ description: "Only payments with this status" }),
  ...soldFilter,
  from: timestampInput.optional().meta({
    description:
      "Only payments received at or after this time. One that hasn't been received counts when it was created.",
  }),
  until: timestampInput.optional().meta({ description: "Only payments received before this time" }),
};
export const paymentExportQuery = z.strictObject(paymentFilter);
export type PaymentExportQuery = z.infer<typeof paymentExportQuery>;
export const paymentQuery = z.strictObject({ ...paymentFilter, ...pageQuery.shape });
export type PaymentQuery = z.infer<typeof paymentQuery>;

const orderFilter = {
  state: z.enum(orderStates).optional().meta({ description: "Only orders in this state" }),
  ...soldFilter,
  from: timestampInput.optional().meta({ description: "Only orders placed at or after this time" }),
  until: timestampInput.optional().meta({ description: "Only orders placed before this time" }),
};
export const orderExportQuery = z.strictObject(orderFilter);
export type OrderExportQuery = z.infer<typeof orderExportQuery>;
export const orderQuery = z.strictObject({ ...orderFilter, ...pageQuery.shape });
export type OrderQuery = z.infer<typeof orderQuery>;

const renewalFilter = {
  state: z.enum(renewalStates).optional().meta({ description: "Only renewals in this state" }),
  month: z
    .string()
    .regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, "Enter a month, such as 2027-11.")
    .optional()
    .meta({
      description:
        "Only renewals that are charged, or expire, in this calendar month (UTC). The current month includes charges that are overdue.",
      examples: ["2027-11"],
    }),
  q,
};
export const renewalExportQuery = z.strictObject(renewalFilter);
export type RenewalExportQuery = z.infer<typeof renewalExportQuery>;
export const renewalQuery = z.strictObject({ ...renewalFilter, ...pageQuery.shape });
export type RenewalQuery = z.infer<typeof renewalQuery>;
