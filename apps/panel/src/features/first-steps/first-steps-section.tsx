"use client";
import { Button, Text } from "@mantine/core";
import { IconTransferIn, IconUserPlus, IconWorldSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { stepStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { hasRight } from "@/features/access/rights.ts";
import { settingsPath, transferPath } from "@/lib/paths.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { Link } from "@/ui/link.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import classes from "./first-steps.module.css";
import { type FirstStep, firstSteps } from "./first-steps.ts";

const actions = {
  moveIn: { icon: IconTransferIn, href: transferPath() },
  register: { icon: IconWorldSearch, href: "/domains/search" },
  invite: { icon: IconUserPlus, href: settingsPath("people") },
} as const satisfies Record<FirstStep["step"], unknown>;

/** What to begin with in a new workspace, each with a tick once the workspace has done it. */
export function FirstSteps() {
  const t = useTranslations("firstSteps");
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const place = current?.session;
  const mayInvite = place !== undefined && hasRight(place, "members:write");
  const operations = useQuery(trpc.domains.operations.list.queryOptions({}));
  const members = useQuery({ ...trpc.members.list.queryOptions(), enabled: mayInvite });
  const invitations = useQuery({ ...trpc.invitations.list.queryOptions(), enabled: mayInvite });
  if (place === undefined) {
    return null;
  }
  // Ticks appear as the facts arrive; the steps themselves can be used at once, also if a fact couldn't be read.
  const steps = firstSteps(place, {
    operations: operations.data ?? [],
    members: members.data ?? [],
    invitations: invitations.data ?? [],
  });
  if (steps.length === 0) {
    return null;
  }
  return (
    <Section title={t("title")} description={t("intro")}>
      <ul className={classes.steps}>
        {steps.map(({ step, isDone }) => {
          const { icon: Icon, href } = actions[step];
          return (
            <li key={step}>
              <Surface>
                <div className={classes.step}>
                  <div className={classes.head}>
                    <Icon size={22} stroke={1.6} aria-hidden />
                    {isDone ? <StatusBadge tone={stepStates.done.tone}>{t("done")}</StatusBadge> : null}
                  </div>
                  <Text component="h3" fw={600}>
                    {t(step)}
                  </Text>
                  <Text size="sm" c="dimmed" className={classes.words}>
                    {t(`${step}Words`)}
                  </Text>
                  <Button component={Link} href={href} variant={isDone ? "default" : "light"}>
                    {t(`${step}Act`)}
                  </Button>
                </div>
              </Surface>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
