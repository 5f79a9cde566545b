"use client";
import { ActionIcon } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBell } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import classes from "./attention.module.css";
import { attentionCount } from "./attention-policy.ts";
import { useAttention } from "./use-attention.ts";

const AttentionDrawer = lazyDialog(() =>
  import("./attention-drawer.tsx").then((module) => module.AttentionDrawer),
);

/** The list from anywhere, with the number of its rows. */
export function AttentionBell() {
  const t = useTranslations("attention");
  const { data = [] } = useAttention();
  const [opened, drawer] = useDisclosure(false);
  const count = attentionCount(data);
  return (
    <>
      <ActionIcon
        className={classes.bell}
        variant="subtle"
        color="gray"
        size="lg"
        aria-haspopup="dialog"
        aria-label={t("bell", { count })}
        onClick={drawer.open}
      >
        <IconBell size={20} aria-hidden />
        {count > 0 ? (
          <span className={classes.bellCount} aria-hidden>
            {count > 99 ? "99+" : count}
          </span>
        ) : null}
      </ActionIcon>
      <AttentionDrawer opened={opened} onClose={drawer.close} />
    </>
  );
}
