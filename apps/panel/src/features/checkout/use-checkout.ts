"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Contact, domainContactsInput, registrationInput } from "@zonepost/schema";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { z } from "zod";
import {
  type BasketLine,
  hasTerm,
  isNewDomain,
  namesOf,
  type SentOrder,
  withChange,
  withoutOrdered,
  withoutSent,
  withUnpaid,
} from "@/features/basket/basket.ts";
import { useBasket } from "@/features/basket/use-basket.ts";
import { mostUsedContact } from "@/features/contacts/contact-line.ts";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { wishOf } from "@/features/payments/cards/card-wish.ts";
import { useCardChoice } from "@/features/payments/cards/use-card-choice.ts";
import { nameserverLines } from "@/features/purchase/nameserver-lines.ts";
import { usePreview } from "@/features/purchase/use-preview.ts";
import { withContacts } from "@/features/purchase/with-contacts.ts";
import { leavePage } from "@/lib/leave-page.ts";
import { orderPath, ordersPath } from "@/lib/paths.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { newIdempotencyKey, withIdempotencyKey } from "@/trpc/idempotency.ts";
import { type Failure, isSessionLost, problemOf } from "@/trpc/problem-of.ts";
import { useForm } from "@/ui/form/use-form.ts";
import {
  isRefused,
  orderAtPrices,
  ordersOfBasket,
  quoteOfPreviews,
  sumOfPreviews,
  termOf,
} from "./basket-order.ts";

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

const orderQuotes = ["domains", "preview", "order of a basket"];

type RefusedOrder = { result: "refused"; names: string[]; failure: Failure };
type PlacedOne =
  | { result: "placed"; orderId: string; paymentUrl?: string | undefined }
  | { result: "unpaid" }
  | RefusedOrder;

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

  const needsFields = basket.items.some(isNewDomain);
  const isComplete = !needsFields || form.parsed !== undefined;
  const orders =
    isComplete && offers.length > 0 && basket.items.length > 0
      ? ordersOfBasket(basket.items, form.parsed, offers)
      : undefined;
  // Each order has its own quote, so that a change asks about one of them again.
  const queryClient = useQueryClient();
  const quoteOfOrder = (lines: BasketLine[]) =>
    queryClient.fetchQuery({
      queryKey: [...orderQuotes, lines],
      queryFn: () => client.orders.previewBasket.mutate({ lines }),
      staleTime: 30_000,
      retry: false,
    });
  const {
    query,
    preview: previews,
    isFresh,
  } = usePreview("basket", orders, (asked) => Promise.all(asked.map(quoteOfOrder)));
  const askPrices = () => {
    queryClient.removeQueries({ queryKey: orderQuotes });
    return query.refetch();
  };
  const preview = previews && sumOfPreviews(previews);
  const quote = previews && quoteOfPreviews(previews);

  // The price of another term is new to the person, but no change of the price that they know.
  useEffect(() => {
    if (!isFresh || quote === undefined) {
      return;
    }
    for (const item of basket.items) {
      const years = termOf(item, offers);
      const priceCents = quote.prices.get(item.name)?.domainCents;
      if (typeof priceCents === "number" && hasTerm(item) && item.seen?.years !== years) {
        change((before) => withChange(before, item.name, { seen: { years, priceCents } }));
      }
    }
  });

  const cards = useCardChoice();
  const needsPayment = current?.paymentsOn === true && (preview?.totalCents ?? 0) > 0;
  const chosen = wishOf(cards.choice);
  const wish = needsPayment ? chosen : { hosted: false };
  const [isLeaving, setIsLeaving] = useState(false);
  /** Orders that don't exist, of several: what they were for is still in the basket. */
  const [refused, setRefused] = useState<RefusedOrder[]>([]);
  const leave = async (path: string, pageUrl?: string) => {
    setIsLeaving(true);
    if (pageUrl !== undefined) {
      await leavePage(pageUrl);
    }
    router.push(path);
    await refreshDomains();
  };
  /** To the bank or the processor's page if a person is needed there, or to the order. */
  const follow = async (sent: SentOrder, orderId: string, pageUrl: string | undefined) => {
    setIsLeaving(true);
    change((before) => withoutOrdered(before, sent));
    await leave(orderPath(orderId), pageUrl);
  };
  /** One of several orders. The others are placed whatever becomes of it, unless the service doesn't answer. */
  const placeOne = async (sent: SentOrder): Promise<PlacedOne> => {
    try {
      const placed = await withIdempotencyKey(sent.key, () => client.orders.placeBasket.mutate(sent.order));
      if (placed.paymentUrl !== undefined) {
        const unpaid = { orderId: placed.id, code: "payment_page", message: "" };
        change((before) => withUnpaid(before, sent, unpaid));
        return { result: "unpaid" };
      }
      change((before) => withoutOrdered(before, sent));
      return { result: "placed", orderId: placed.id };
    } catch (error) {
      const problem = problemOf(error);
      const { status, code = "", detail: message = "", orderId } = problem;
      if (status === 402 && orderId !== undefined) {
        change((before) => withUnpaid(before, sent, { orderId, code, message }));
        return { result: "unpaid" };
      }
      // The whole submit starts over once the person has signed in or confirmed their identity.
      if (!isRefused(problem) || isSessionLost(problem) || code === "step_up_required") {
        throw error;
      }
      change((before) => withoutSent(before, sent));
      return { result: "refused", names: namesOf(sent), failure: problem };
    }
  };
  const settled = useRef(new Map<string, PlacedOne>());
  /** Not the last one of several, nor one to pay again. */
  const isAlone = (all: readonly SentOrder[]) =>
    all.length === 1 && all[0]?.unpaid === undefined && settled.current.size === 0;
  const order = useSubmit({
    isRepeatable: true,
    keyOf: (all: SentOrder[]) => all[0]?.key ?? "",
    mutationFn: async (all: SentOrder[]): Promise<PlacedOne[]> => {
      const [first] = all;
      if (first && isAlone(all)) {
        const { id, paymentUrl } = await client.orders.placeBasket.mutate(first.order);
        return [{ result: "placed", orderId: id, paymentUrl }];
      }
      // One after the other: each charges the same card, and a limit counts those before it.
      for (const sent of all) {
        if (!settled.current.has(sent.key)) {
          settled.current.set(sent.key, await placeOne(sent));
        }
      }
      return [...settled.current.values()];
    },
    onSuccess: async (done, all) => {
      const [first] = all;
      const [only] = done;
      const wasAlone = isAlone(all);
      settled.current.clear();
      if (first && wasAlone && only?.result === "placed") {
        await follow(first, only.orderId, only.paymentUrl);
        return;
      }
      setRefused(done.filter((one) => one.result === "refused"));
      if (done.every(({ result }) => result === "placed")) {
        await leave(done.length === 1 && only?.result === "placed" ? orderPath(only.orderId) : ordersPath);
        return;
      }
      await Promise.all([askPrices(), refreshDomains()]);
    },
    onError: async (error, all) => {
      const problem = problemOf(error);
      const [first] = all;
      if (first === undefined || !isAlone(all)) {
        return;
      }
      // A conflict names an order too, but another one.
      if (problem.status === 402 && problem.orderId !== undefined) {
        const isAsked = problem.code === "authentication_required";
        await follow(first, problem.orderId, isAsked ? problem.paymentUrl : undefined);
      } else if (isRefused(problem)) {
        change((before) => withoutSent(before, first));
        await askPrices();
      }
    },
  });
  const unpaid = basket.sent.filter((sent) => sent.unpaid !== undefined);
  const unanswered = basket.sent.filter((sent) => sent.unpaid === undefined);
  const mayOrder =
    isFresh &&
    preview !== undefined &&
    preview.problems.length === 0 &&
    !cards.isLoading &&
    unanswered.length === 0;
  return {
    basket,
    change,
    offers,
    form,
    needsFields,
    isComplete,
    query,
    askPrices,
    /** Of each order; each is a charge. */
    previews,
    /** Of all orders together. */
    preview,
    isFresh,
    quote,
    cards,
    needsPayment,
    wish,
    order,
    isLeaving,
    mayOrder,
    refused,
    /** Orders that exist and wait for their payment. */
    unpaid: order.isPending ? [] : unpaid,
    payAgain: (sent: SentOrder) => {
      settled.current.delete(sent.key);
      order.mutate([{ ...sent, order: { ...sent.order, ...chosen } }]);
    },
    /** Earlier orders without an answer. Until it is known what came of them, nothing else is ordered. */
    unanswered: order.isPending ? [] : unanswered,
    placeOrder: () => {
      if (mayOrder && orders && previews) {
        const all = orders.flatMap((lines, index): SentOrder[] => {
          const priced = previews[index];
          return priced
            ? [{ key: newIdempotencyKey(), order: { ...orderAtPrices(lines, priced), ...wish } }]
            : [];
        });
        let isFirst = false;
        change((before) => {
          isFirst = before.sent.every((sent) => sent.unpaid !== undefined);
          return isFirst ? { ...before, sent: [...before.sent, ...all] } : before;
        });
        // Another click, also in another tab, may have come first.
        if (isFirst) {
          order.mutate(all);
        }
      }
    },
  };
}

export type Checkout = ReturnType<typeof useCheckout>;
