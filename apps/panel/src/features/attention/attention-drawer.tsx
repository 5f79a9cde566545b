"use client";
import { Skeleton, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { QueryView } from "@/lib/query-view.tsx";
import { SideDrawer } from "@/ui/frame/side-drawer.tsx";
import { AttentionAside } from "./attention-aside.tsx";
import { AttentionList } from "./attention-list.tsx";
import { attentionRows } from "./attention-policy.ts";
import { useAttention } from "./use-attention.ts";

export function AttentionDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations("attention");
  const query = useAttention({ enabled: opened });
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t("title")}>
      <QueryView query={query} skeleton={<Skeleton height={240} />}>
        {(items) => {
          const rows = attentionRows(items);
          return (
            <>
              {rows.length > 0 ? (
                <AttentionList items={rows} onLeave={onClose} />
              ) : (
                <Text size="sm">{t("nothing")}</Text>
              )}
              <AttentionAside snoozed={items.filter(({ snoozedUntil }) => snoozedUntil !== null)} />
            </>
          );
        }}
      </QueryView>
    </SideDrawer>
  );
}
