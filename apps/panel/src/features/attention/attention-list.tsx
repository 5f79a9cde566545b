"use client";
import { ActionIcon, Button } from "@mantine/core";
import { IconBellOff, IconDots, IconZzz } from "@tabler/icons-react";
import type { AttentionItem } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Failure } from "@/lib/failure.tsx";
import { useNow } from "@/ui/clock.tsx";
import { Link } from "@/ui/link.tsx";
import { ActionMenu } from "@/ui/menu/action-menu.tsx";
import classes from "./attention.module.css";
import { AttentionItemText } from "./attention-item-text.tsx";
import { usePutAside } from "./use-put-aside.ts";

const snoozeMs = 7 * 24 * 3_600_000;

/** The rows, worst first, each with one button and a menu. */
export function AttentionList({ items, onLeave }: { items: readonly AttentionItem[]; onLeave?: () => void }) {
  const t = useTranslations("attention");
  const now = useNow();
  const { snooze, mute, error } = usePutAside();
  return (
    <>
      {error ? <Failure error={error} title={t("notPutAside")} /> : null}
      <ul className={classes.list} aria-label={t("title")}>
        {items.map((item) => (
          <li key={item.id} className={classes.row}>
            <AttentionItemText item={item} />
            <div className={classes.acts}>
              <Button
                component={Link}
                href={item.action.href}
                size="xs"
                variant={item.severity === "critical" ? "filled" : "default"}
                onClick={onLeave}
                aria-label={t("actFor", { act: t(`act_${item.action.code}`), name: item.subject.name })}
              >
                {t(`act_${item.action.code}`)}
              </Button>
              <ActionMenu
                actions={[
                  {
                    label: t("snooze"),
                    icon: IconZzz,
                    onClick: () =>
                      snooze.mutate({
                        id: item.id,
                        until: new Date(now.getTime() + snoozeMs).toISOString(),
                      }),
                  },
                  { label: t("mute"), icon: IconBellOff, onClick: () => mute.mutate({ id: item.id }) },
                ]}
                target={(target) => (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="md"
                    aria-label={t("more", { name: item.subject.name })}
                    {...target}
                  >
                    <IconDots size={18} aria-hidden />
                  </ActionIcon>
                )}
              />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
