"use client";
import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/trpc/client.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";

const OwnershipTransferDialog = lazyDialog(() =>
  import("./ownership-transfer-dialog.tsx").then((module) => module.OwnershipTransferDialog),
);

/** Kept in its own section, because the user loses ownership. */
export function OwnershipTransfer({ workspaceName, userId }: { workspaceName: string; userId: string }) {
  const t = useTranslations("people");
  const trpc = useTRPC();
  const [isOpen, setIsOpen] = useState(false);
  const { data: members = [] } = useQuery(trpc.members.list.queryOptions());
  const others = members.filter((member) => member.userId !== userId && member.role !== "owner");
  return (
    <Section title={t("handOver")}>
      <Surface>
        <Group justify="space-between" gap="md">
          <Text size="sm" maw={560}>
            {t(others.length === 0 ? "handOverNoOne" : "handOverWords")}
          </Text>
          <Button
            variant="outline"
            color="red"
            c={others.length === 0 ? undefined : "var(--zp-bad)"}
            disabled={others.length === 0}
            onClick={() => setIsOpen(true)}
          >
            {t("handOverButton")}
          </Button>
        </Group>
      </Surface>
      <OwnershipTransferDialog
        workspaceName={workspaceName}
        others={others}
        opened={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </Section>
  );
}
