"use client";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Contact } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useCheckedNames } from "@/features/domain-search/use-checked-names.ts";
import { FirstContact } from "@/features/purchase/first-contact.tsx";
import { NoNameGiven } from "@/features/purchase/no-name-given.tsx";
import { PurchaseProblem } from "@/features/purchase/purchase-problem.tsx";
import { searchPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { RegistrationForm } from "./registration-form.tsx";

/** Registers the name in the URL. If the workspace has no contact, the user creates one first. */
export function RegisterDomain({ name }: { name: string | undefined }) {
  const t = useTranslations("register");
  const trpc = useTRPC();
  const contacts = useQuery(trpc.contacts.list.queryOptions());
  const workspace = useQuery(trpc.workspace.get.queryOptions());
  const skeleton = <Skeleton height={360} radius="lg" aria-busy />;
  return (
    <>
      <PageHeader
        title={name ? t("titleOf", { name: toUnicodeName(name) }) : t("title")}
        crumbs={[
          { label: t("domains"), href: "/domains" },
          {
            label: t("search"),
            href: name ? searchPath(toUnicodeName(name)) : "/domains/search",
          },
        ]}
        long
      />
      {name ? (
        <QueryView query={contacts} skeleton={skeleton}>
          {(all: Contact[]) =>
            all.length === 0 ? (
              <FirstContactFor name={name} />
            ) : (
              <QueryView query={workspace} skeleton={skeleton}>
                {({ defaultNameservers }) => (
                  <RegistrationForm
                    key={name}
                    name={name}
                    contacts={all}
                    defaultNameservers={defaultNameservers}
                  />
                )}
              </QueryView>
            )
          }
        </QueryView>
      ) : (
        <NoNameGiven />
      )}
    </>
  );
}

/** Asks for a contact unless the name can't be registered anyway. */
function FirstContactFor({ name }: { name: string }) {
  const t = useTranslations("register");
  const [found] = useCheckedNames([name]).found;
  const reason = found?.reason;
  if (!reason || reason === "registry_away") {
    return <FirstContact name={name} />;
  }
  return (
    <PurchaseProblem
      title={t("inTheWay")}
      problem={{
        code: reason === "taken" ? "domain_unavailable" : reason,
        message: t("unavailable", { reason }),
      }}
      name={name}
    />
  );
}
