"use client";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { MailDkimKey, MailDomain } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { MailSectionSkeleton } from "../mail-section-skeleton.tsx";
import { DkimKey } from "./dkim-key.tsx";

const RotateKeyDialog = lazyDialog(() => import("../confirmations.tsx").then((m) => m.RotateKeyDialog));
const CancelRotationDialog = lazyDialog(() =>
  import("../confirmations.tsx").then((m) => m.CancelRotationDialog),
);
const RotationScheduleDialog = lazyDialog(() =>
  import("./rotation-schedule-dialog.tsx").then((m) => m.RotationScheduleDialog),
);

const whileWaitingMs = 15_000;

const isPending = ({ stage }: MailDkimKey) => stage === "pending";

/** The keys that sign a domain's mail, with the records to publish and the rotation. */
export function DkimSection({ mail }: { mail: MailDomain }) {
  const t = useTranslations("dkim");
  const trpc = useTRPC();
  const right = useRight("mail:write");
  const [opened, setOpened] = useState<"rotate" | "cancel" | "schedule">();
  const { domainName } = mail;
  const query = useQuery({
    ...trpc.mail.dkimKeys.queryOptions({ domainName }),
    refetchInterval: ({ state }) => (state.data?.some(isPending) ? whileWaitingMs : false),
  });
  const isRotating = query.data?.some(isPending) ?? false;
  const close = () => setOpened(undefined);
  return (
    <Section
      title={t("title")}
      description={t("words")}
      action={
        <Button
          variant="default"
          disabled={!right.has || query.data === undefined}
          onClick={() => setOpened(isRotating ? "cancel" : "rotate")}
        >
          {t(isRotating ? "cancel" : "rotate")}
        </Button>
      }
    >
      <QueryView query={query} skeleton={<MailSectionSkeleton />}>
        {(keys) => <Keys keys={keys} domainName={domainName} />}
      </QueryView>
      <Group justify="space-between" gap="md" mt="md">
        <Text size="sm" c="dimmed">
          <Schedule mail={mail} /> {right.why ?? ""}
        </Text>
        <Button variant="subtle" disabled={!right.has} onClick={() => setOpened("schedule")}>
          {t("changeSchedule")}
        </Button>
      </Group>
      <RotateKeyDialog opened={opened === "rotate"} onClose={close} domainName={domainName} />
      <CancelRotationDialog opened={opened === "cancel"} onClose={close} domainName={domainName} />
      <RotationScheduleDialog opened={opened === "schedule"} onClose={close} mail={mail} />
    </Section>
  );
}

function Schedule({ mail: { dkimRotationDays, dkimRotatesAt } }: { mail: MailDomain }) {
  const t = useTranslations("dkim");
  if (dkimRotationDays === null) {
    return t("noSchedule");
  }
  return (
    <>
      {t("schedule", { days: dkimRotationDays })}{" "}
      {dkimRotatesAt === null
        ? t("scheduleWaits")
        : t.rich("nextRotation", { date: () => <Moment at={dkimRotatesAt} /> })}
    </>
  );
}

function Keys({ keys, domainName }: { keys: MailDkimKey[]; domainName: string }) {
  const t = useTranslations("dkim");
  const retired = keys.filter(({ stage }) => stage === "retired");
  return (
    <Stack gap="md">
      {keys
        .filter(({ stage }) => stage !== "retired")
        .map((key) => (
          <Surface key={key.selector}>
            <DkimKey dkimKey={key} domainName={domainName} />
          </Surface>
        ))}
      {retired.length > 0 ? (
        <Text size="sm" c="dimmed">
          {t("retiredKeys", {
            count: retired.length,
            selectors: retired.map(({ selector }) => selector).join(", "),
          })}
        </Text>
      ) : null}
    </Stack>
  );
}
