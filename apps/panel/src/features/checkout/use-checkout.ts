"use client";
import { useQuery } from "@tanstack/react-query";
import { type Contact, domainContactsInput, registrationInput } from "@zonepost/schema";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { z } from "zod";
import { type SentOrder, withChange, withoutOrdered } from "@/features/basket/basket.ts";
import { useBasket } from "@/features/basket/use-basket.ts";
import { mostUsedContact } from "@/features/contacts/contact-line.ts";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { useCardChoice } from "@/features/payments/cards/card-choice.tsx";
import { wishOf } from "@/features/payments/cards/card-wish.ts";
import { nameserverLines } from "@/features/purchase/nameserver-lines.ts";
import { usePreview } from "@/features/purchase/use-preview.ts";
import { withContacts } from "@/features/purchase/with-contacts.ts";
import { leavePage } from "@/lib/leave-page.ts";
import { orderPath } from "@/lib/paths.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { newIdempotencyKey } from "@/trpc/idempotency.ts";
import { problemOf } from "@/trpc/problem-of.ts";
import { useForm } from "@/ui/form/use-form.ts";
import { isRefused, linesOfBasket, orderAtPrices, quoteOfPreview, termOf } from "./basket-order.ts";

const { shape } = registrationInput;
const schema = z
  .object({
    ...domainContactsInput.shape,
    nameservers: nameserverLines,
    autoRenew: shape.autoRenew,
    whoisPrivacy: shape.whoisPrivacy,
  })
  .transform(withContacts);

/** The fields as they were left, as far as they are still valid. */
function initialOf(
  stored: Record<string, unknown>,
  contacts: Contact[],
  defaultNameservers: readonly string[],
) {
  const defaults = {
    registrantId: mostUsedContact(contacts)?.id ?? "",
    adminId: "",
    techId: "",
    nameservers: defaultNameservers.join("\n"),
    autoRenew: true,
    whoisPrivacy: true,
  };
  const isContact = (id: unknown) => contacts.some((contact) => contact.id === id);
  const kept = Object.entries(stored).filter(
    ([field, value]) =>
      field in defaults &&
      typeof value === typeof defaults[field as keyof typeof defaults] &&
      (!field.endsWith("Id") || isContact(value)),
  );
  return { ...defaults, ...(Object.fromEntries(kept) as Partial<typeof defaults>) };
}

/** The basket's page: its fields, the quote, and the order. */
export function useCheckout(given: { contacts: Contact[]; defaultNameservers: readonly string[] }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const router = useRouter();
  const refreshDomains = useRefreshDomains();
  const { basket, change } = useBasket();
  const { data: offers = [] } = useQuery({ ...trpc.domains.tlds.queryOptions(), staleTime: 600_000 });
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const [initial] = useState(() => initialOf(basket.shared, given.contacts, given.defaultNameservers));
  const form = useForm({
    initial,
    schema,
    toInput: ({ adminId, techId, ...others }) => ({
      ...others,
      adminId: adminId || undefined,
      techId: techId || undefined,
    }),
  });
  const { isDirty, values } = form;
  const hasChanged = useRef(false);
  useEffect(() => {
    hasChanged.current ||= isDirty;
    if (hasChanged.current) {
      change((before) => ({ ...before, shared: values }));
    }
  }, [isDirty, values, change]);

  const isPriced = offers.length > 0 && basket.items.length > 0;
  const lines = form.parsed && isPriced ? linesOfBasket(basket.items, form.parsed, offers) : undefined;
  const { query, preview, isFresh } = usePreview("basket", lines && { lines }, (input) =>
    client.orders.preview.mutate(input),
  );
  const quote = preview && quoteOfPreview(preview);

  // The price of another term is new to the person, but no change of the price that they know.
  useEffect(() => {
    if (!isFresh || quote === undefined) {
      return;
    }
    for (const item of basket.items) {
      const years = termOf(item, offers);
      const priceCents = quote.prices.get(item.name)?.domainCents;
      if (typeof priceCents === "number" && item.seen?.years !== years) {
        change((before) => withChange(before, item.name, { seen: { years, priceCents } }));
      }
    }
  });

  const cards = useCardChoice();
  const needsPayment = current?.paymentsOn === true && (preview?.totalCents ?? 0) > 0;
  const wish = needsPayment ? wishOf(cards.choice) : { hosted: false };
  const [isLeaving, setIsLeaving] = useState(false);
  /** To the bank or the processor's page if a person is needed there, or to the order. */
  const follow = async (sent: SentOrder, orderId: string, pageUrl: string | undefined) => {
    setIsLeaving(true);
    change((before) => withoutOrdered(before, sent));
    if (pageUrl !== undefined) {
      await leavePage(pageUrl);
    }
    router.push(orderPath(orderId));
    await refreshDomains();
  };
  const order = useSubmit({
    mutationFn: (sent: SentOrder) => client.orders.place.mutate(sent.order),
    keyOf: ({ key }) => key,
    onSuccess: (placed, sent) => follow(sent, placed.id, placed.paymentUrl),
    onError: async (error, sent) => {
      const problem = problemOf(error);
      // A conflict names an order too, but another one.
      if (problem.status === 402 && problem.orderId !== undefined) {
        const isAsked = problem.code === "authentication_required";
        await follow(sent, problem.orderId, isAsked ? problem.paymentUrl : undefined);
      } else if (isRefused(problem)) {
        change((before) => ({ ...before, sent: null }));
        await query.refetch();
      }
    },
  });
  const mayOrder =
    isFresh &&
    preview !== undefined &&
    preview.problems.length === 0 &&
    !cards.isLoading &&
    basket.sent === null;
  return {
    basket,
    change,
    offers,
    form,
    query,
    preview,
    isFresh,
    quote,
    cards,
    needsPayment,
    wish,
    order,
    isLeaving,
    mayOrder,
    /** An earlier order without an answer. Until it is known what came of it, nothing else is ordered. */
    unanswered: order.isPending ? null : basket.sent,
    placeOrder: () => {
      if (mayOrder && lines) {
        const sent = { key: newIdempotencyKey(), order: { ...orderAtPrices(lines, preview), ...wish } };
        let isFirst = false;
        change((before) => {
          isFirst = before.sent === null;
          return isFirst ? { ...before, sent } : before;
        });
        // Another click, also in another tab, may have come first.
        if (isFirst) {
          order.mutate(sent);
        }
      }
    },
  };
}

export type Checkout = ReturnType<typeof useCheckout>;
