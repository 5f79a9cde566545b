import {
  cardPageLink,
  paymentMethod,
  paymentMethodInput,
  paymentMethodParameters,
  paymentMethodPatch,
} from "@zonepost/schema";
import { cardPage, cardPageParameters } from "@zonepost/schema/panel";
import { z } from "zod";
import { named, operation, panelOperation } from "../../../kernel/http/operation.ts";
import type { CardPorts } from "../ports.ts";
import { listPaymentMethods } from "./list-payment-methods.ts";
import { makeDefault } from "./make-default.ts";
import { getCardPage } from "./pages/get-card-page.ts";
import { openCardPage } from "./pages/open-card-page.ts";
import { removePaymentMethod } from "./remove-payment-method.ts";

export const cardOperations = (ports: CardPorts) =>
  named({
    listPaymentMethods: operation({
      method: "GET",
      path: "/payment-methods",
      tag: "Payments",
      summary: "List saved cards",
      right: "payments:read",
      output: z.array(paymentMethod),
      outputDescription: "The default card first, then the others, newest first. Empty if payments are off.",
      successStatus: 200,
      problems: [],
      handle: (ctx) => listPaymentMethods({ ...ctx, ...ports }),
    }),
    createPaymentMethod: operation({
      method: "POST",
      path: "/payment-methods",
      tag: "Payments",
      summary: "Add a card",
      description:
        "Opens a page of the payment processor. Send the person to its `url` to enter the card, so that the card number never reaches this service. Once it is saved, the card is in the list; the first card becomes the default.",
      right: "payments:write",
      body: paymentMethodInput,
      output: cardPageLink,
      outputDescription: "The page",
      successStatus: 201,
      problems: [409, 503],
      onceOnlyFields: ["url"],
      handle: (ctx, { body }) => openCardPage({ ...ctx, ...ports }, body),
    }),
    updatePaymentMethod: operation({
      method: "PATCH",
      path: "/payment-methods/{id}",
      tag: "Payments",
      summary: "Make a card the default",
      right: "payments:write",
      parameters: paymentMethodParameters,
      body: paymentMethodPatch,
      output: paymentMethod,
      outputDescription: "The default card",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => makeDefault({ ...ctx, ...ports }, parameters),
    }),
    deletePaymentMethod: operation({
      method: "DELETE",
      path: "/payment-methods/{id}",
      tag: "Payments",
      summary: "Remove a card",
      description:
        "The card is removed from the payment processor too. If it was the default, the card added last becomes the default. The last card can't be removed while a domain or mail plan auto-renews (409 `last_payment_method`).",
      right: "payments:write",
      parameters: paymentMethodParameters,
      output: z.void(),
      outputDescription: "The card was removed",
      successStatus: 204,
      problems: [404, 409, 503],
      handle: (ctx, { parameters }) => removePaymentMethod({ ...ctx, ...ports }, parameters),
    }),
    getCardPage: panelOperation({
      right: "payments:read",
      input: cardPageParameters,
      output: cardPage,
      handle: (ctx, input) => getCardPage({ ...ctx, ...ports }, input),
    }),
  });
