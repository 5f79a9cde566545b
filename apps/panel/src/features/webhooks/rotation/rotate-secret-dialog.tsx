"use client";
import { Button, Group, List, Radio, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { WebhookEndpoint } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { RelativeMoment } from "@/ui/values/moment.tsx";
import { MonoBlock } from "@/ui/values/mono.tsx";
import { SecretOnce } from "@/ui/values/secret-once.tsx";
import { rotationSectionId } from "./rotation-section.tsx";

const overlaps = { hour: 3600, day: 86_400, week: 7 * 86_400 } as const;
type Overlap = keyof typeof overlaps;

/** The button that opened the dialog is disabled now, at the end of the page. */
function showNextStep() {
  const section = document.getElementById(rotationSectionId);
  section?.scrollIntoView();
  section?.focus({ preventScroll: true });
}

const bothSecrets = "secret: [currentSecret, newSecret]";

/** Creates the new secret and shows it once, with the next step. The page then shows how far the rotation is. */
export function RotateSecretDialog(props: {
  endpoint: WebhookEndpoint;
  opened: boolean;
  onClose: () => void;
}) {
  const { endpoint, opened, onClose } = props;
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [overlap, setOverlap] = useState<Overlap>("day");
  const rotate = useSubmit({
    mutationFn: (overlapSeconds: number) =>
      client.webhooks.rotateSecret.mutate({ id: endpoint.id, overlapSeconds }),
    onSuccess: () => queryClient.invalidateQueries(trpc.webhooks.pathFilter()),
  });
  const rotated = rotate.data;
  const endsAt = rotated?.rotation?.endsAt;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={rotated ? t("newSecretTitle") : t("rotateTitle")}
      submission={rotate}
      onSubmit={(event) => {
        event.preventDefault();
        rotate.mutate(overlaps[overlap]);
      }}
      onReset={() => {
        setOverlap("day");
        if (rotated) {
          showNextStep();
        }
      }}
      submitLabel={t("rotateConfirm")}
      failedTitle={t("notRotated")}
      isResultSecret
      result={
        rotated ? (
          <Stack gap="lg">
            {rotated.secret ? (
              <SecretOnce label={t("secretItself")} value={rotated.secret} notice={t("secretOnce")} />
            ) : (
              <Text size="sm">{t("newSecretGone")}</Text>
            )}
            <Stack gap="xs">
              <Text size="sm">{t("addToReceiver")}</Text>
              <MonoBlock label={t("bothSecrets")}>{bothSecrets}</MonoBlock>
              <Text size="sm">
                {endsAt
                  ? t.rich("thenSwitch", { distance: () => <RelativeMoment at={endsAt} isWall /> })
                  : null}
              </Text>
            </Stack>
            <Group justify="flex-end">
              <Button onClick={onClose}>{t("secretCopied")}</Button>
            </Group>
          </Stack>
        ) : null
      }
    >
      <Text size="sm">{t("rotateWords")}</Text>
      <List type="ordered" size="sm" spacing={6}>
        <List.Item>{t("rotateStep1")}</List.Item>
        <List.Item>{t("rotateStep2")}</List.Item>
        <List.Item>{t("rotateStep3")}</List.Item>
      </List>
      <Radio.Group label={t("overlap")} value={overlap} onChange={(choice) => setOverlap(choice as Overlap)}>
        <Stack gap={8} mt={8}>
          {(Object.keys(overlaps) as Overlap[]).map((one) => (
            <Radio key={one} value={one} label={t(`overlap_${one}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
