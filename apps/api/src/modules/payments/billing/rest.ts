import { billingProfile, billingProfileInput } from "@zonepost/schema";
import { named, operation } from "../../../kernel/http/operation.ts";
import { getBillingProfile } from "./get-billing-profile.ts";
import { updateBillingProfile } from "./update-billing-profile.ts";

export const billingOperations = () =>
  named({
    getBillingProfile: operation({
      method: "GET",
      path: "/workspace/billing",
      tag: "Payments",
      summary: "Get the billing profile",
      description: "The name and address on receipts. The country decides the tax rate.",
      right: "payments:read",
      output: billingProfile,
      outputDescription: "The billing profile. Its fields are null until someone enters them.",
      successStatus: 200,
      problems: [],
      handle: (ctx) => getBillingProfile(ctx),
    }),
    updateBillingProfile: operation({
      method: "PUT",
      path: "/workspace/billing",
      tag: "Payments",
      summary: "Update the billing profile",
      description:
        "Replaces the whole profile: a field that is left out is cleared. Applies to future orders; existing orders and receipts don't change.",
      right: "payments:write",
      body: billingProfileInput,
      output: billingProfile,
      outputDescription: "The updated profile",
      successStatus: 200,
      problems: [],
      handle: (ctx, { body }) => updateBillingProfile(ctx, body),
    }),
  });
