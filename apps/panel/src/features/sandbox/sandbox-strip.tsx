"use client";
import { UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconFlask } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useAskedAct } from "@/lib/use-asked-act.ts";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Link } from "@/ui/link.tsx";
import classes from "./sandbox-strip.module.css";

const AdvanceClockDialog = lazyDialog(() =>
  import("./advance-clock-dialog.tsx").then((module) => module.AdvanceClockDialog),
);

/** Marks the sandbox, with the clock's offset and the number of caught mails. */
export function SandboxStrip({ offsetSeconds, emailCount }: { offsetSeconds: number; emailCount: number }) {
  const t = useTranslations("sandbox");
  const [isOpen, dialog] = useDisclosure(false);
  useAskedAct("clock", dialog.open);
  // The offset is slightly less than the whole number of days.
  const allHours = Math.round(offsetSeconds / 3600);
  const days = Math.floor(allHours / 24);
  const hours = allHours % 24;
  const clock = days > 0 ? t("clockDays", { days }) : hours > 0 ? t("clockHours", { hours }) : t("clockReal");
  return (
    <section className={classes.strip} aria-label={t("strip")}>
      <IconFlask size={14} aria-hidden />
      <span>{t("name")}</span>
      <span aria-hidden>·</span>
      <UnstyledButton className={classes.link} onClick={dialog.open}>
        {clock}
      </UnstyledButton>
      <span aria-hidden>·</span>
      <Link className={classes.link} href="/sandbox/outbox">
        {t("outboxCount", { count: emailCount })}
      </Link>
      <AdvanceClockDialog opened={isOpen} onClose={dialog.close} />
    </section>
  );
}
