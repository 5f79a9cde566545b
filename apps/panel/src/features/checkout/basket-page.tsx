"use client";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { isNewDomain } from "@/features/basket/basket.ts";
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
  const isInBrowser = useInBrowser();
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
      {isInBrowser ? <Basket /> : <BasketSkeleton />}
    </>
  );
}

function Basket() {
  const { basket, isKnown } = useBasket();
  const wasFilled = useRef(false);
  wasFilled.current ||= basket.items.length > 0 || basket.sent.length > 0;
  const first = basket.items.find(isNewDomain);
  // The fields stay until the order's page is there, although the basket is empty then.
  const neededFields = useRef(false);
  neededFields.current ||= first !== undefined;
  if (!isKnown) {
    return <BasketSkeleton />;
  }
  // The form stays until it has left for the order.
  if (!wasFilled.current) {
    return <EmptyBasket />;
  }
  return neededFields.current ? (
    <NewDomains firstName={first?.name} />
  ) : (
    <BasketForm key="own" contacts={[]} defaultNameservers={[]} />
  );
}

/** New domains need a contact. Renewals and restores need none, nor the right to see them. */
function NewDomains({ firstName }: { firstName: string | undefined }) {
  const trpc = useTRPC();
  const contacts = useQuery(trpc.contacts.list.queryOptions());
  const workspace = useQuery(trpc.workspace.get.queryOptions());
  return (
    <QueryView query={contacts} skeleton={<BasketSkeleton />}>
      {(all) => (
        <QueryView query={workspace} skeleton={<BasketSkeleton />}>
          {({ defaultNameservers }) =>
            firstName !== undefined && all.length === 0 ? (
              <FirstContact name={firstName} />
            ) : (
              <BasketForm contacts={all} defaultNameservers={defaultNameservers} />
            )
          }
        </QueryView>
      )}
    </QueryView>
  );
}
