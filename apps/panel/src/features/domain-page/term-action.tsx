"use client";
import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { rightsToRenew } from "@/features/access/rights.ts";
import { useRight } from "@/features/access/use-right.ts";
import type { Domain } from "@/features/domains/domain.ts";
import { useAskedAct } from "@/lib/use-asked-act.ts";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";

const TermDialog = lazyDialog(() => import("./term-dialog.tsx").then((module) => module.TermDialog));

/** The main action for the current period: renew or restore. */
export function TermAction({ domain }: { domain: Domain }) {
  const t = useTranslations("domainActs");
  const buy = useRight(...rightsToRenew);
  const [isOpen, setIsOpen] = useState(false);
  const { status } = domain;
  const why = buy.why ?? (domain.operation ? t("waitForOperation") : undefined);
  const act = status === "redemption" ? "restore" : "renew";
  useAskedAct(act, () => setIsOpen(true), why === undefined);
  if (status !== "active" && status !== "expired" && status !== "redemption") {
    return null;
  }
  return (
    <>
      <Button disabled={why !== undefined} title={why} onClick={() => setIsOpen(true)}>
        {t(act)}
      </Button>
      <TermDialog domain={domain} opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
