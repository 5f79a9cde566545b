"use client";
import { Button, Group, Stack, Text } from "@mantine/core";
import type { backupCodesOnce, Profile, secondFactorEnrolment } from "@zonepost/schema";
import { severityTones, switchStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import { Failure } from "@/lib/failure.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { useRefreshProfile } from "./use-refresh-profile.ts";

const SetUpSecondFactorDialog = lazyDialog(() =>
  import("./set-up-second-factor-dialog.tsx").then((module) => module.SetUpSecondFactorDialog),
);
const BackupCodesDialog = lazyDialog(() =>
  import("./backup-codes-dialog.tsx").then((module) => module.BackupCodesDialog),
);
const DisableSecondFactorDialog = lazyDialog(() =>
  import("./disable-second-factor-dialog.tsx").then((module) => module.DisableSecondFactorDialog),
);

const lowCodeCount = 2;

export function SecondFactorPart({ profile }: { profile: Profile }) {
  const t = useTranslations("security");
  const { apiUrl } = useAddresses();
  const [isSettingUp, setIsSettingUp] = useState(false);
  const enable = useSubmit({
    mutationFn: () =>
      callRest<z.output<typeof secondFactorEnrolment>>(`${apiUrl}/auth/two-factor/enable`, {
        method: "POST",
        body: {},
      }),
    onSuccess: () => setIsSettingUp(true),
  });
  return (
    <Section title={t("secondFactor")} description={t("secondFactorWords")}>
      <Surface>
        {profile.user.twoFactorEnabled ? (
          <TurnedOn codesLeft={profile.backupCodesLeft} />
        ) : (
          <Stack gap="md">
            <Group justify="space-between" gap="sm">
              <StatusBadge tone={switchStates.off.tone}>{t("off")}</StatusBadge>
              <Button loading={enable.isPending} onClick={() => enable.mutate()}>
                {t("setUp")}
              </Button>
            </Group>
            {enable.error ? <Failure error={enable.error} title={t("notSetUp")} /> : null}
          </Stack>
        )}
      </Surface>
      {/* Stays open when the section behind it changes to "on", because it then shows the backup codes. */}
      {enable.data ? (
        <SetUpSecondFactorDialog
          enrolment={enable.data}
          opened={isSettingUp}
          onClose={() => setIsSettingUp(false)}
          onClosed={enable.reset}
        />
      ) : null}
    </Section>
  );
}

function TurnedOn({ codesLeft }: { codesLeft: number }) {
  const t = useTranslations("security");
  const { apiUrl } = useAddresses();
  const refresh = useRefreshProfile();
  const [dialog, setDialog] = useState<"codes" | "disable">();
  const renew = useSubmit({
    mutationFn: () =>
      callRest<z.output<typeof backupCodesOnce>>(`${apiUrl}/auth/two-factor/backup-codes`, {
        method: "POST",
        body: {},
      }),
    onSuccess: () => {
      setDialog("codes");
      return refresh();
    },
  });
  return (
    <>
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Stack gap={4}>
            <StatusBadge tone={switchStates.on.tone}>{t("on")}</StatusBadge>
            {codesLeft <= lowCodeCount ? (
              <StatusBadge tone={severityTones.warning}>
                {t("fewCodesLeft", { count: codesLeft })}
              </StatusBadge>
            ) : (
              <Text size="sm" c="dimmed">
                {t("codesLeft", { count: codesLeft })}
              </Text>
            )}
            <Text size="sm" c="dimmed">
              {t("newCodesWords")}
            </Text>
          </Stack>
          <Group gap="xs">
            <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
              {t("newCodes")}
            </Button>
            <Button variant="default" onClick={() => setDialog("disable")}>
              {t("turnOff")}
            </Button>
          </Group>
        </Group>
        {renew.error ? <Failure error={renew.error} title={t("codesNotRenewed")} /> : null}
      </Stack>
      {renew.data ? (
        <BackupCodesDialog
          codes={renew.data.backupCodes}
          opened={dialog === "codes"}
          onClose={() => setDialog(undefined)}
          onClosed={renew.reset}
        />
      ) : null}
      <DisableSecondFactorDialog opened={dialog === "disable"} onClose={() => setDialog(undefined)} />
    </>
  );
}
