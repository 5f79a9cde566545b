"use client";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Domain } from "@/features/domains/domain.ts";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPCClient } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";
import { SecretOnce } from "@/ui/values/secret-once.tsx";

export function AuthCodeDialog(props: { domain: Domain; opened: boolean; onClose: () => void }) {
  const { domain, opened, onClose } = props;
  const t = useTranslations("domainActs");
  const write = useMomentText();
  const client = useTRPCClient();
  const refresh = useRefreshDomains();
  const create = useSubmit({
    mutationFn: () => client.domains.createAuthCode.mutate({ name: domain.name }),
    onSuccess: refresh,
  });
  const once = create.data;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t("codeTitle", { name: domain.unicodeName })}
      submission={create}
      onConfirm={() => create.mutate()}
      submitLabel={t("showCode")}
      failedTitle={t("noCode")}
      isDangerous={false}
      focus="submit"
      isResultSecret
      result={
        once ? (
          <Stack gap="lg">
            <SecretOnce
              label={t("code")}
              value={once.authCode ?? ""}
              notice={t("codeOnce", { date: write(once.expiresAt, "minute") })}
            />
            <Group justify="flex-end">
              <Button onClick={onClose}>{t("codeSaved")}</Button>
            </Group>
          </Stack>
        ) : null
      }
    >
      <Text size="sm">{t("codeWords")}</Text>
    </ConfirmDialog>
  );
}
