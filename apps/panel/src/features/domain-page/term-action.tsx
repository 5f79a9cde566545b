"use client";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { rightsToRenew } from "@/features/access/rights.ts";
import { useRight } from "@/features/access/use-right.ts";
import type { Domain } from "@/features/domains/domain.ts";
import { useAskedAct } from "@/lib/use-asked-act.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";

const RenewDialog = lazyDialog(() =>
  import("@/features/lifecycle/renew-dialog.tsx").then((module) => module.RenewDialog),
);
const RestoreDialog = lazyDialog(() =>
  import("@/features/lifecycle/restore-dialog.tsx").then((module) => module.RestoreDialog),
);

/** The main action for the current period: renew or restore. */
export function TermAction({ domain }: { domain: Domain }) {
  const t = useTranslations("domainActs");
  const trpc = useTRPC();
  const buy = useRight(...rightsToRenew);
  const [isOpen, setIsOpen] = useState(false);
  // The tabs beside the overview don't need it before.
  const { data: offers } = useQuery({ ...trpc.domains.tlds.queryOptions(), enabled: isOpen });
  const { status } = domain;
  const why = buy.why ?? (domain.operation ? t("waitForOperation") : undefined);
  const isRestore = status === "redemption";
  useAskedAct(isRestore ? "restore" : "renew", () => setIsOpen(true), why === undefined);
  if (status !== "active" && status !== "expired" && !isRestore) {
    return null;
  }
  const maxYears = offers?.find(({ tld }) => tld === domain.tld)?.maxYears ?? 10;
  return (
    <>
      <Button disabled={why !== undefined} title={why} onClick={() => setIsOpen(true)}>
        {t(isRestore ? "restore" : "renew")}
      </Button>
      {isRestore ? (
        <RestoreDialog domain={domain} opened={isOpen} onClose={() => setIsOpen(false)} />
      ) : (
        <RenewDialog domain={domain} maxYears={maxYears} opened={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
