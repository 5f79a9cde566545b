"use client";
import { Button, Group, List, Modal, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { secondFactorRemovalInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useStepUp } from "@/features/step-up/step-up.tsx";
import { Failure } from "@/lib/failure.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { CodeInput } from "@/ui/form/code-input.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { useRefreshProfile } from "./use-refresh-profile.ts";

/** Asks for a code: whoever found an open browser must not be able to take the lock off. */
export function DisableSecondFactorDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations("security");
  const { apiUrl } = useAddresses();
  const confirmed = useStepUp();
  const refresh = useRefreshProfile();
  const form = useForm({ initial: { code: "" }, schema: secondFactorRemovalInput });
  const disable = useMutation({
    mutationFn: confirmed((body: { code: string }) =>
      callRest(`${apiUrl}/auth/two-factor/disable`, { method: "POST", body }),
    ),
    onSuccess: async () => {
      onClose();
      await refresh();
    },
    onError: (error) => {
      form.showServerErrors(problemOf(error).errors);
    },
  });
  const failure = disable.error && problemOf(disable.error).errors.length === 0 ? disable.error : undefined;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => {
        form.reset();
        disable.reset();
      }}
      title={t("turnOffTitle")}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <form ref={form.formRef} noValidate onSubmit={form.submit((body) => disable.mutate(body))}>
        <Stack gap="md">
          <List size="sm" spacing={6}>
            <List.Item>{t("turnOffWeaker")}</List.Item>
            <List.Item>{t("turnOffCodes")}</List.Item>
          </List>
          <CodeInput
            label={t("code")}
            description={t("codeOrBackupHint")}
            maw={280}
            // A backup code has letters too.
            inputMode="text"
            data-autofocus
            {...form.text("code")}
          />
          {failure ? <Failure error={failure} title={t("notTurnedOff")} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("keepOn")}
            </Button>
            <Button type="submit" color="red.8" loading={disable.isPending}>
              {t("turnOff")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
