"use client";
import { Button } from "@mantine/core";
import { IconChevronUp } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { rightsToRenew } from "@/features/access/rights.ts";
import { useRight } from "@/features/access/use-right.ts";
import { basketLineLimit, itemFor, withItems } from "@/features/basket/basket.ts";
import { useBasket } from "@/features/basket/use-basket.ts";
import type { SelectedDomain } from "@/features/domains/listed-domain.ts";
import { basketPath } from "@/lib/paths.ts";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { ActionMenu } from "@/ui/menu/action-menu.tsx";
import { type BulkChange, bulkChanges } from "./batch-change.ts";

const BulkChangeDialog = lazyDialog(() =>
  import("./bulk-change-dialog.tsx").then((module) => module.BulkChangeDialog),
);

const BulkDeleteDialog = lazyDialog(() =>
  import("./bulk-delete-dialog.tsx").then((module) => module.BulkDeleteDialog),
);

export function BulkChangeMenu(props: { rows: SelectedDomain[]; onStarted: (ids: string[]) => void }) {
  const { rows, onStarted } = props;
  const t = useTranslations("bulk");
  const write = useRight("domains:write");
  const contacts = useRight("contacts:read");
  const release = useRight("domains:release");
  const buy = useRight(...rightsToRenew);
  const router = useRouter();
  const basket = useBasket();
  const lapsed = rows.filter(({ status }) => status === "redemption");
  const order = (kind: "renewal" | "restore", chosen: SelectedDomain[]) => ({
    label: t(kind === "renewal" ? "renew" : "restore"),
    unavailable:
      buy.why ??
      (chosen.length > basketLineLimit ? t("tooManyToOrder", { limit: basketLineLimit }) : undefined),
    onClick: () => {
      basket.change((before) =>
        withItems(
          before,
          chosen.map((row) => itemFor(kind, row)),
        ),
      );
      router.push(basketPath);
    },
  });
  const whyNot = (one: BulkChange) =>
    write.why ?? (one === "contacts" ? contacts.why : one === "deletion" ? release.why : undefined);
  const [change, setChange] = useState<BulkChange>();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const dialog = {
    rows,
    opened: isOpen,
    onClose: close,
    onStarted: (ids: string[]) => {
      close();
      onStarted(ids);
    },
  };
  return (
    <>
      <ActionMenu
        position="top-start"
        width={240}
        actions={[
          ...(lapsed.length < rows.length ? [order("renewal", rows)] : []),
          ...(lapsed.length > 0 ? [order("restore", lapsed)] : []),
          ...bulkChanges.map((one) => ({
            label: t(`do_${one}`),
            unavailable: whyNot(one),
            isDangerous: one === "deletion",
            onClick: () => {
              setChange(one);
              setIsOpen(true);
            },
          })),
        ]}
        target={(target) => (
          <Button
            {...target}
            disabled={!(write.has || buy.has)}
            title={buy.has ? undefined : write.why}
            rightSection={<IconChevronUp size={16} aria-hidden />}
          >
            {t("change")}
          </Button>
        )}
      />
      {change === "deletion" ? <BulkDeleteDialog {...dialog} /> : null}
      {change && change !== "deletion" ? <BulkChangeDialog key={change} change={change} {...dialog} /> : null}
    </>
  );
}
