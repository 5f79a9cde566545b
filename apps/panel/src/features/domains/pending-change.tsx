"use client";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { DomainOperation } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { operationPath } from "@/lib/paths.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Link } from "@/ui/link.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import type { Domain } from "./domain.ts";

const intervalMs = 5_000;

/** A change that the registry has accepted and not made yet. Refetches the domain until it is made. */
export function PendingChange({ domain, kind }: { domain: Domain; kind: DomainOperation["kind"] }) {
  const t = useTranslations("domainActs");
  const trpc = useTRPC();
  const isPending = domain.operation?.kind === kind;
  useQuery({
    ...trpc.domains.get.queryOptions({ name: domain.name }),
    refetchInterval: isPending ? intervalMs : false,
  });
  if (!domain.operation || !isPending) {
    return null;
  }
  return (
    <Notice title={t(`underWay_${kind}`)}>
      <Text size="sm">
        {domain.operation.reason?.message}{" "}
        <Link href={operationPath(domain.operation.id)}>{t("seeOperation")}</Link>
      </Text>
    </Notice>
  );
}
