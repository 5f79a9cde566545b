import { z } from "zod";
import { newCustomer } from "../../objects/customer.ts";
import { mergeMetadata } from "../../objects/object-fields.ts";
import { resourceMissing } from "../../stripe-error.ts";
import { getCustomer } from "../../verbs/get-customer.ts";
import { detachCard } from "../../verbs/payment-methods.ts";
import { datedListInput, metadata, nothing, removableText, text } from "../fields.ts";
import { containing, listReply } from "../list-reply.ts";
import { ok, operation } from "../operation.ts";

const fields = z.strictObject({
  email: removableText.optional(),
  name: removableText.optional(),
  description: removableText.optional(),
  phone: removableText.optional(),
  metadata: metadata.optional(),
  invoice_settings: z.strictObject({ default_payment_method: removableText.optional() }).optional(),
});

export const customerOperations = [
  operation({
    method: "POST",
    path: "/v1/customers",
    input: fields,
    async run({ objects, emit, now }, input) {
      const details = {
        email: input.email ?? null,
        name: input.name ?? null,
        description: input.description ?? null,
        phone: input.phone ?? null,
        metadata: mergeMetadata({}, input.metadata),
        defaultPaymentMethod: null,
      };
      const body = newCustomer(details, now);
      await objects.insert("customer", { body, hidden: {} });
      await emit("customer.created", body);
      return ok(body);
    },
  }),
  operation({
    method: "GET",
    path: "/v1/customers",
    input: datedListInput({ email: text.optional() }),
    run: (context, { created, email, ...page }) =>
      listReply(context, "customer", "/v1/customers", page, { created, contains: containing({ email }) }),
  }),
  operation({
    method: "GET",
    path: "/v1/customers/:id",
    input: nothing,
    async run({ objects }, _input, id) {
      const { body } = await objects.get("customer", id, "id");
      return ok(body.deleted ? { id, object: "customer", deleted: true } : body);
    },
  }),
  operation({
    method: "POST",
    path: "/v1/customers/:id",
    input: fields,
    async run(context, input, id) {
      const { objects, emit } = context;
      await objects.lock("customer", id, "id");
      const { body } = await getCustomer(context, id, "id");
      const { metadata: change, invoice_settings, ...texts } = input;
      const method = invoice_settings?.default_payment_method;
      if (method) {
        const { body: card } = await objects.get(
          "payment_method",
          method,
          "invoice_settings[default_payment_method]",
        );
        if (card.customer !== id) {
          throw resourceMissing("PaymentMethod", method, "invoice_settings[default_payment_method]");
        }
      }
      const changed = {
        ...body,
        ...containing(texts),
        metadata: mergeMetadata(body.metadata, change),
        invoice_settings: {
          ...body.invoice_settings,
          ...containing({ default_payment_method: method }),
        },
      };
      await objects.save("customer", { body: changed, hidden: {} });
      await emit("customer.updated", changed, body);
      return ok(changed);
    },
  }),
  operation({
    method: "DELETE",
    path: "/v1/customers/:id",
    input: nothing,
    async run(context, _input, id) {
      const { objects, emit } = context;
      await objects.lock("customer", id, "id");
      const { body } = await getCustomer(context, id, "id");
      const { items } = await objects.list("payment_method", { contains: { customer: id } }, { limit: 100 });
      for (const method of items) {
        await detachCard(context, method);
      }
      await objects.save("customer", { body: { ...body, deleted: true }, hidden: {} });
      await emit("customer.deleted", body);
      return ok({ id, object: "customer", deleted: true });
    },
  }),
];
