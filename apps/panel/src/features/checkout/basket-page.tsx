"use client";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Contact } from "@zonepost/schema";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useBasket } from "@/features/basket/use-basket.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Link } from "@/ui/link.tsx";
import { useInBrowser } from "@/ui/use-in-browser.ts";
import { BasketSkeleton } from "./basket-skeleton.tsx";
import { EmptyBasket } from "./empty-basket.tsx";

// The server doesn't have the basket, so neither is part of the first render.
const BasketForm = dynamic(() => import("./basket-form.tsx").then((module) => module.BasketForm), {
  ssr: false,
  loading: BasketSkeleton,
});
const FirstContact = dynamic(
  () => import("@/features/purchase/first-contact.tsx").then((module) => module.FirstContact),
  { ssr: false, loading: BasketSkeleton },
);

/** The names that a person has collected, what they cost, and the order. */
export function BasketPage() {
  const t = useTranslations("checkout");
  const trpc = useTRPC();
  const isInBrowser = useInBrowser();
  const contacts = useQuery(trpc.contacts.list.queryOptions());
  const workspace = useQuery(trpc.workspace.get.queryOptions());
  return (
    <>
      <PageHeader
        title={t("title")}
        crumbs={[
          { label: t("domains"), href: "/domains" },
          { label: t("search"), href: "/domains/search" },
        ]}
        actions={
          <Button component={Link} href="/domains/search" variant="default">
            {t("addMore")}
          </Button>
        }
      />
      <QueryView query={contacts} skeleton={<BasketSkeleton />}>
        {(all) => (
          <QueryView query={workspace} skeleton={<BasketSkeleton />}>
            {({ defaultNameservers }) =>
              isInBrowser ? (
                <Basket contacts={all} defaultNameservers={defaultNameservers} />
              ) : (
                <BasketSkeleton />
              )
            }
          </QueryView>
        )}
      </QueryView>
    </>
  );
}

type BasketProps = { contacts: Contact[]; defaultNameservers: readonly string[] };

function Basket({ contacts, defaultNameservers }: BasketProps) {
  const { basket, isKnown } = useBasket();
  const [first] = basket.items;
  const wasFilled = useRef(false);
  wasFilled.current ||= first !== undefined || basket.sent !== null;
  if (!isKnown) {
    return <BasketSkeleton />;
  }
  // The form stays until it has left for the order.
  if (!wasFilled.current) {
    return <EmptyBasket />;
  }
  return first !== undefined && contacts.length === 0 ? (
    <FirstContact name={first.name} />
  ) : (
    <BasketForm contacts={contacts} defaultNameservers={defaultNameservers} />
  );
}
