"use client";
import { Button, Group, Radio, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { ApiKey } from "@zonepost/schema";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { apiKeyPath } from "@/lib/paths.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { ApiKeyOnce } from "./api-key-once.tsx";

const overlaps = { now: 0, hour: 3600, day: 86_400, week: 7 * 86_400 } as const;
type Overlap = keyof typeof overlaps;

/** Creates a new key with the same rights. The old one keeps working for a chosen grace period. */
export function RollApiKeyDialog(props: { apiKey: ApiKey; opened: boolean; onClose: () => void }) {
  const { apiKey, opened, onClose } = props;
  const t = useTranslations("apiKeys");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [overlap, setOverlap] = useState<Overlap>("day");
  const roll = useSubmit({
    mutationFn: (overlapSeconds: number) => client.apiKeys.roll.mutate({ id: apiKey.id, overlapSeconds }),
    onSuccess: () => queryClient.invalidateQueries(trpc.apiKeys.pathFilter()),
  });
  const rolled = roll.data;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={rolled ? t("rolledNewTitle") : t("rollTitle", { name: apiKey.name })}
      submission={roll}
      onSubmit={(event) => {
        event.preventDefault();
        roll.mutate(overlaps[overlap]);
      }}
      onReset={() => setOverlap("day")}
      submitLabel={t("rollConfirm")}
      failedTitle={t("notRolled")}
      isResultSecret
      result={
        rolled ? (
          <Stack gap="lg">
            <ApiKeyOnce apiKey={rolled} />
            <Group justify="flex-end">
              <Button
                onClick={() => {
                  onClose();
                  router.push(apiKeyPath(rolled.id));
                }}
              >
                {t("toNewKey")}
              </Button>
            </Group>
          </Stack>
        ) : null
      }
    >
      <Text size="sm">{t("rollWords")}</Text>
      <Radio.Group label={t("overlap")} value={overlap} onChange={(choice) => setOverlap(choice as Overlap)}>
        <Stack gap={8} mt={8}>
          {(Object.keys(overlaps) as Overlap[]).map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`overlap_${one}`)}
              description={one === "now" ? t("overlapNowHint") : undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
