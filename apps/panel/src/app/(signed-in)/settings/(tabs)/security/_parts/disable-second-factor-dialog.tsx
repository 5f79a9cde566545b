"use client";
import { Button, Group, List, Modal, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { secondFactorConfirmationInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Failure } from "@/app/_parts/query-view.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { CodeInput } from "@/ui/code-input.tsx";
import { useForm } from "@/ui/use-form.ts";
import { useRefreshProfile } from "./use-refresh-profile.ts";

/** Asks for a code: whoever found an open browser must not be able to take the lock off. */
export function DisableSecondFactorDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations("security");
  const { apiUrl } = useAddresses();
  const refresh = useRefreshProfile();
  const form = useForm({ initial: { code: "" }, schema: secondFactorConfirmationInput });
  const disable = useMutation({
    mutationFn: (body: { code: string }) =>
      callRest(`${apiUrl}/auth/two-factor/disable`, { method: "POST", body }),
    onSuccess: async () => {
      onClose();
      await refresh();
    },
    onError: (error) => {
      const { status, detail, errors } = problemOf(error);
      if (errors.length > 0) form.showServerErrors(errors);
      else if (status !== undefined && status < 429 && detail)
        form.showServerErrors([{ pointer: "/code", message: detail }]);
    },
  });
  const failed = disable.error ? problemOf(disable.error) : undefined;
  const isFailure = failed !== undefined && (failed.status ?? 500) >= 429;
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
          <CodeInput label={t("code")} description={t("codeHint")} data-autofocus {...form.text("code")} />
          {isFailure ? <Failure error={disable.error} title={t("notTurnedOff")} /> : null}
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
