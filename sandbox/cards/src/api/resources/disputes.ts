import { z } from "zod";
import { mergeMetadata } from "../../objects/object-fields.ts";
import { stepOfEvidence } from "../../rules/dispute-status.ts";
import { advanceDispute } from "../../verbs/disputes.ts";
import { datedListInput, flag, metadata, nothing, text } from "../fields.ts";
import { containing, listReply } from "../list-reply.ts";
import { ok, operation } from "../operation.ts";

const path = "/v1/disputes/:id";
const filters = { charge: text.optional(), payment_intent: text.optional() };

export const disputeOperations = [
  operation({
    method: "GET",
    path: "/v1/disputes",
    input: datedListInput(filters),
    run: (context, { created, charge, payment_intent, ...page }) =>
      listReply(context, "dispute", "/v1/disputes", page, {
        created,
        contains: containing({ charge, payment_intent }),
      }),
  }),
  operation({
    method: "GET",
    path,
    input: nothing,
    run: async ({ objects }, _input, id) => ok((await objects.get("dispute", id, "dispute")).body),
  }),
  operation({
    method: "POST",
    path,
    input: z.strictObject({
      evidence: z.record(z.string(), z.string().max(20_000)).optional(),
      metadata: metadata.optional(),
      submit: flag.optional(),
    }),
    async run(context, input, id) {
      const dispute = await context.objects.lock("dispute", id, "dispute");
      const { body } = dispute;
      const evidence = { ...body.evidence, ...input.evidence };
      const change = { evidence, metadata: mergeMetadata(body.metadata, input.metadata) };
      if (input.evidence === undefined || input.submit === false) {
        const saved = { ...body, ...change };
        await context.objects.save("dispute", { ...dispute, body: saved });
        await context.emit("charge.dispute.updated", saved, body);
        return ok(saved);
      }
      const details = body.evidence_details;
      const step = stepOfEvidence(evidence.uncategorized_text);
      const submitted = await advanceDispute(context, dispute, step, {
        ...change,
        evidence_details: { ...details, has_evidence: true, submission_count: details.submission_count + 1 },
      });
      return ok(submitted.body);
    },
  }),
  operation({
    method: "POST",
    path: `${path}/close`,
    input: nothing,
    async run(context, _input, id) {
      const dispute = await context.objects.lock("dispute", id, "dispute");
      return ok((await advanceDispute(context, dispute, "lost")).body);
    },
  }),
  operation({
    method: "GET",
    path: "/v1/radar/early_fraud_warnings",
    input: datedListInput(filters),
    run: (context, { created, charge, payment_intent, ...page }) =>
      listReply(context, "radar.early_fraud_warning", "/v1/radar/early_fraud_warnings", page, {
        created,
        contains: containing({ charge, payment_intent }),
      }),
  }),
  operation({
    method: "GET",
    path: "/v1/radar/early_fraud_warnings/:id",
    input: nothing,
    run: async ({ objects }, _input, id) =>
      ok((await objects.get("radar.early_fraud_warning", id, "early_fraud_warning")).body),
  }),
];
