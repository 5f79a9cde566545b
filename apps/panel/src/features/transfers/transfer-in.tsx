"use client";
import { Button, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Contact } from "@zonepost/schema";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { wantedNameParams } from "@/features/purchase/wanted-name-params.ts";
import { transferListPath } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Link } from "@/ui/link.tsx";
import { TransferForm } from "./transfer-form.tsx";

// A check and its price need no contact. The basket asks for the first one.
const TransferLines = dynamic(() =>
  import("./transfer-lines-form.tsx").then((module) => module.TransferLinesForm),
);

export function TransferIn() {
  const t = useTranslations("transferIn");
  const trpc = useTRPC();
  const [{ name }] = useQueryStates(wantedNameParams);
  const contacts = useQuery(trpc.contacts.list.queryOptions());
  return (
    <>
      <PageHeader
        title={t("title")}
        crumbs={[{ label: t("domains"), href: "/domains" }]}
        below={<Text c="dimmed">{t("intro")}</Text>}
        actions={
          <Button component={Link} href={transferListPath} variant="default">
            {t("several")}
          </Button>
        }
        long
      />
      <QueryView query={contacts} skeleton={<Skeleton height={360} radius="lg" aria-busy />}>
        {(all: Contact[]) =>
          all.length === 0 ? (
            <TransferLines initialName={name} />
          ) : (
            <TransferForm key={name} initialName={toUnicodeName(name)} contacts={all} />
          )
        }
      </QueryView>
    </>
  );
}
