"use client";
import { Button, Group, NativeSelect, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { languages, type Profile, profilePatch } from "@zonepost/schema";
import { stepStates } from "@zonepost/schema/status";
import { useTimeZone, useTranslations } from "next-intl";
import { languageNames } from "@/features/settings/language-names.ts";
import { SettingsSkeleton } from "@/features/settings/settings-skeleton.tsx";
import { QueryView } from "@/lib/query-view.tsx";
import { useAskedAct } from "@/lib/use-asked-act.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { FieldRow } from "@/ui/form/field-row.tsx";
import { PageForm } from "@/ui/form/page-form.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import { AccountDeletion } from "./account-deletion.tsx";
import { AccountExport } from "./account-export.tsx";
import { Notifications } from "./notifications.tsx";

const ChangeEmailDialog = lazyDialog(() =>
  import("./change-email-dialog.tsx").then((module) => module.ChangeEmailDialog),
);

export function ProfilePage() {
  const trpc = useTRPC();
  const query = useQuery(trpc.me.get.queryOptions());
  return (
    <QueryView query={query} skeleton={<SettingsSkeleton parts={3} />}>
      {(profile) => (
        <>
          <You profile={profile} />
          <Email profile={profile} />
          <Notifications />
          <Times />
          <AccountExport />
          <AccountDeletion profile={profile} />
        </>
      )}
    </QueryView>
  );
}

function You({ profile }: { profile: Profile }) {
  const t = useTranslations("profile");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm({
    initial: { name: profile.user.name, language: profile.user.language },
    schema: profilePatch.required(),
  });
  const save = useSubmit({
    ...trpc.me.update.mutationOptions(),
    isRepeatable: true,
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries(trpc.me.get.queryFilter()),
        queryClient.invalidateQueries(trpc.session.current.queryFilter()),
      ]),
    form,
  });
  const isChanged = form.values.name !== profile.user.name || form.values.language !== profile.user.language;
  return (
    <Section title={t("you")}>
      <PageForm
        form={form}
        submission={save}
        onSubmit={form.submit((patch) => save.mutate(patch))}
        submitLabel={t("save")}
        failedTitle={t("notSaved")}
        isReady={isChanged || save.isPending}
        status={
          <span role="status">
            {save.isSuccess && !isChanged ? (
              <StatusBadge tone={stepStates.done.tone}>{t("saved")}</StatusBadge>
            ) : null}
          </span>
        }
      >
        <FieldRow>
          <TextInput
            label={t("name")}
            description={t("nameHint")}
            autoComplete="name"
            {...form.text("name")}
          />
          <NativeSelect
            label={t("language")}
            description={t("languageHint")}
            data={[
              { value: "", label: t("languageOfWorkspace") },
              ...languages.map((one) => ({ value: one, label: languageNames[one] })),
            ]}
            value={form.values.language ?? ""}
            onChange={(event) =>
              form.set("language", languages.find((one) => one === event.currentTarget.value) ?? null)
            }
          />
        </FieldRow>
      </PageForm>
    </Section>
  );
}

function Email({ profile }: { profile: Profile }) {
  const t = useTranslations("profile");
  const [isOpen, dialog] = useDisclosure(false);
  useAskedAct("email", dialog.open);
  return (
    <Section title={t("email")} description={t("emailWords")}>
      <Surface>
        <Group justify="space-between" gap="sm">
          <Mono label={t("email")}>{profile.user.email}</Mono>
          <Button variant="default" onClick={dialog.open}>
            {t("changeEmail")}
          </Button>
        </Group>
      </Surface>
      <ChangeEmailDialog current={profile.user.email} opened={isOpen} onClose={dialog.close} />
    </Section>
  );
}

function Times() {
  const t = useTranslations("profile");
  const zone = useTimeZone() ?? "UTC";
  return (
    <Section title={t("times")}>
      <Surface>
        <Text size="sm">{t("timesWords", { zone })}</Text>
      </Surface>
    </Section>
  );
}
