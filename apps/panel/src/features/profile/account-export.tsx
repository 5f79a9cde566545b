"use client";
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { saveFile } from "@/lib/save-file.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { FailureAlert } from "@/ui/notices/failure-alert.tsx";

const longestMs = 5 * 60_000;

/** Nothing is kept for it: the API writes the file while it is read. */
export function AccountExport() {
  const t = useTranslations("profile");
  const { apiUrl } = useAddresses();
  const download = useSubmit({
    mutationFn: async () => {
      const stored = await callRest<object | undefined>(`${apiUrl}/me/export`, { answerWithinMs: longestMs });
      if (stored === undefined) {
        throw new TypeError("The download was cut off.");
      }
      return stored;
    },
    isRepeatable: true,
    onSuccess: (stored) =>
      saveFile("zonepost-account.json", `${JSON.stringify(stored, null, 2)}\n`, "application/json"),
  });
  return (
    <Section title={t("export")}>
      <Surface>
        <Stack gap="md">
          <Group justify="space-between" gap="md">
            <Text size="sm" maw={560}>
              {t("exportWords")}
            </Text>
            <Group gap="sm">
              <span role="status">{download.isSuccess ? <Text size="sm">{t("exported")}</Text> : null}</span>
              <Button
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
                loading={download.isPending}
                onClick={() => download.mutate()}
              >
                {t("exportButton")}
              </Button>
            </Group>
          </Group>
          {download.failure ? <FailureAlert failure={download.failure} title={t("notExported")} /> : null}
        </Stack>
      </Surface>
    </Section>
  );
}
