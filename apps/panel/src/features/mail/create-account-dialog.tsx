"use client";
import { Button, Group, Modal, PasswordInput, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type MailAccountCreated, mailAccountInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { Failure } from "@/lib/failure.tsx";
import { ownScript } from "@/lib/own-script.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { useForm } from "@/ui/form/use-form.ts";
import { Facts } from "@/ui/frame/surface.tsx";
import { CopyButton } from "@/ui/values/copy-button.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import { SecretOnce } from "@/ui/values/secret-once.tsx";

export function CreateAccountDialog(props: { domainName: string; opened: boolean; onClose: () => void }) {
  const { domainName, opened, onClose } = props;
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm({
    initial: { localPart: "", displayName: "", passwordWay: "made", password: "" },
    schema: mailAccountInput,
    toInput: ({ passwordWay, password, ...values }) =>
      passwordWay === "own" ? { ...values, password } : values,
  });
  const create = useMutation({
    ...trpc.mail.createAccount.mutationOptions(),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries(trpc.mail.accounts.queryFilter({ domainName })),
        queryClient.invalidateQueries(trpc.mail.get.queryFilter({ domainName })),
        queryClient.invalidateQueries(trpc.mail.list.queryFilter()),
      ]),
    onError: (error) => {
      form.showServerErrors(problemOf(error).errors);
    },
  });
  const failure = create.error && problemOf(create.error).errors.length === 0 ? create.error : undefined;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={create.data ? t("accountCreated") : t("addAccount")}
      closeButtonProps={{ "aria-label": t("close") }}
      // A password that is shown once must not go by a slip of the finger.
      closeOnClickOutside={create.data === undefined}
      closeOnEscape={create.data === undefined}
      onExitTransitionEnd={() => {
        form.reset();
        create.reset();
      }}
    >
      {create.data ? (
        <Created account={create.data} onClose={onClose} />
      ) : (
        <form
          ref={form.formRef}
          noValidate
          onSubmit={form.submit((input) => create.mutate({ domainName, ...input }))}
        >
          <Stack gap="md">
            <TextInput
              label={t("localPart")}
              description={t("localPartHint")}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              rightSection={
                <Text size="sm" c="dimmed" truncate px={8}>
                  @{ownScript(domainName)}
                </Text>
              }
              rightSectionWidth="min(60%, 260px)"
              rightSectionPointerEvents="none"
              styles={{ section: { justifyContent: "flex-end" } }}
              data-autofocus
              {...form.text("localPart")}
            />
            <TextInput
              label={t("displayName")}
              description={t("displayNameHint")}
              autoComplete="off"
              {...form.text("displayName")}
            />
            <Radio.Group
              label={t("password")}
              value={form.values.passwordWay}
              onChange={(way) => form.set("passwordWay", way)}
            >
              <Stack gap={8} mt={8}>
                <Radio value="made" label={t("passwordMade")} description={t("passwordMadeHint")} />
                <Radio value="own" label={t("passwordOwn")} />
              </Stack>
            </Radio.Group>
            {form.values.passwordWay === "own" ? (
              <PasswordInput
                label={t("passwordOwnLabel")}
                description={t("passwordOwnHint")}
                autoComplete="new-password"
                visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
                {...form.text("password")}
              />
            ) : null}
            {failure ? <Failure error={failure} title={t("notCreated")} /> : null}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {t("cancel")}
              </Button>
              <Button type="submit" loading={create.isPending}>
                {t("createAccount")}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

function Created({ account, onClose }: { account: MailAccountCreated; onClose: () => void }) {
  const t = useTranslations("mail");
  const lines = [
    `${t("address")}: ${account.fullAddress}`,
    `${t("userName")}: ${account.fullAddress}`,
    ...(account.passwordOnce ? [`${t("password")}: ${account.passwordOnce}`] : []),
    `${t("incoming")}: ${t("incomingValue")}`,
    `${t("outgoing")}: ${t("outgoingValue")}`,
    `${t("server")}: ${t("serverValue")}`,
  ];
  return (
    <Stack gap="md">
      {account.passwordOnce ? (
        <SecretOnce label={t("passwordOnce")} value={account.passwordOnce} notice={t("passwordOnceNotice")} />
      ) : null}
      <Facts
        facts={[
          { name: t("userName"), value: <Mono label={t("userName")}>{account.fullAddress}</Mono> },
          { name: t("incoming"), value: t("incomingValue") },
          { name: t("outgoing"), value: t("outgoingValue") },
          { name: t("server"), value: t("serverValue") },
        ]}
      />
      <Group justify="flex-end" gap="xs">
        <CopyButton value={lines.join("\n")} label={t("settings")} text={t("copyAll")} />
        <Button onClick={onClose}>{t("done")}</Button>
      </Group>
    </Stack>
  );
}
