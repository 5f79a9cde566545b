"use client";
import { Button } from "@mantine/core";
import { IconChevronUp } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import type { ListedDomain } from "@/features/domains/domain-filters.ts";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { ActionMenu } from "@/ui/menu/action-menu.tsx";
import { type BulkChange, bulkChanges } from "./batch-change.ts";

const BulkChangeDialog = lazyDialog(() =>
  import("./bulk-change-dialog.tsx").then((module) => module.BulkChangeDialog),
);

export function BulkChangeMenu(props: { rows: ListedDomain[]; onStarted: (ids: string[]) => void }) {
  const { rows, onStarted } = props;
  const t = useTranslations("bulk");
  const write = useRight("domains:write");
  const [change, setChange] = useState<BulkChange>();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ActionMenu
        position="top-start"
        width={240}
        actions={bulkChanges.map((one) => ({
          label: t(`do_${one}`),
          onClick: () => {
            setChange(one);
            setIsOpen(true);
          },
        }))}
        target={(target) => (
          <Button
            {...target}
            disabled={!write.has}
            title={write.why}
            rightSection={<IconChevronUp size={16} aria-hidden />}
          >
            {t("change")}
          </Button>
        )}
      />
      {change ? (
        <BulkChangeDialog
          key={change}
          change={change}
          rows={rows}
          opened={isOpen}
          onClose={() => setIsOpen(false)}
          onStarted={(ids) => {
            setIsOpen(false);
            onStarted(ids);
          }}
        />
      ) : null}
    </>
  );
}
