"use client";
import { Button, Group, NativeSelect, Text, Textarea, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type CurrentSession, languages, type Workspace, workspacePatch } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RightMissing } from "@/features/access/right-missing.tsx";
import { hasRight } from "@/features/access/rights.ts";
import { languageNames } from "@/features/settings/language-names.ts";
import { SettingsSkeleton } from "@/features/settings/settings-skeleton.tsx";
import { QueryView } from "@/lib/query-view.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { FieldRow } from "@/ui/form/field-row.tsx";
import { PageForm } from "@/ui/form/page-form.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Facts, Section, Surface } from "@/ui/frame/surface.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { Mono } from "@/ui/values/mono.tsx";

const hostsOf = (lines: string) => lines.split(/[\s,;]+/).filter(Boolean);

const LeaveWorkspaceDialog = lazyDialog(() =>
  import("./leave-workspace-dialog.tsx").then((module) => module.LeaveWorkspaceDialog),
);

export function WorkspacePage() {
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const query = useQuery(trpc.workspace.get.queryOptions());
  if (current && !hasRight(current.session, "domains:read")) {
    return <RightMissing what="workspace" rights={["domains:read"]} />;
  }
  return (
    <QueryView query={query} skeleton={<SettingsSkeleton parts={3} />}>
      {(workspace) =>
        current ? <Parts workspace={workspace} place={current.session} /> : <SettingsSkeleton parts={3} />
      }
    </QueryView>
  );
}

function Parts(props: { workspace: Workspace; place: CurrentSession["session"] }) {
  const { workspace, place } = props;
  const t = useTranslations("workspace");
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <>
      {hasRight(place, "workspace:write") ? (
        <>
          <NameAndLanguage workspace={workspace} />
          <DefaultNameservers workspace={workspace} />
        </>
      ) : null}
      <WorkspaceSummary workspace={workspace} place={place} />
      <Section title={t("leave")}>
        <Surface>
          <Group justify="space-between" gap="md">
            <Text size="sm" maw={560}>
              {t("leaveWords")}
            </Text>
            <Button variant="outline" color="red" c="var(--zp-bad)" onClick={() => setIsLeaving(true)}>
              {t("leaveButton")}
            </Button>
          </Group>
        </Surface>
        <LeaveWorkspaceDialog workspace={workspace} opened={isLeaving} onClose={() => setIsLeaving(false)} />
      </Section>
    </>
  );
}

function NameAndLanguage({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("workspace");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const language = workspace.language ?? "en";
  const form = useForm({ initial: { name: workspace.name, language }, schema: workspacePatch });
  const save = useSubmit({
    ...trpc.workspace.update.mutationOptions(),
    isRepeatable: true,
    onSuccess: () =>
      Promise.all(
        [trpc.workspace.pathFilter(), trpc.session.pathFilter(), trpc.me.pathFilter()].map((filter) =>
          queryClient.invalidateQueries(filter),
        ),
      ),
    form,
  });
  return (
    <Section title={t("nameTitle")} description={t("nameWords")}>
      <PageForm
        form={form}
        submission={save}
        onSubmit={form.submit((patch) => save.mutate(patch))}
        submitLabel={t("save")}
        failedTitle={t("notSaved")}
        isReady={form.values.name.trim() !== workspace.name || form.values.language !== language}
      >
        <FieldRow>
          <TextInput label={t("name")} autoComplete="off" {...form.text("name")} />
          <NativeSelect
            label={t("language")}
            description={t("languageHint")}
            data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
            value={form.values.language}
            onChange={(event) =>
              form.set("language", languages.find((one) => one === event.currentTarget.value) ?? "en")
            }
          />
        </FieldRow>
      </PageForm>
    </Section>
  );
}

/** Filled in for every new registration, so that a domain resolves from its first day. */
function DefaultNameservers({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("workspace");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const saved = workspace.defaultNameservers.join("\n");
  const form = useForm({
    initial: { defaultNameservers: saved },
    schema: workspacePatch,
    toInput: (values) => ({ defaultNameservers: hostsOf(values.defaultNameservers) }),
  });
  const saveNameservers = useSubmit({
    ...trpc.workspace.update.mutationOptions(),
    isRepeatable: true,
    onSuccess: () => queryClient.invalidateQueries(trpc.workspace.pathFilter()),
    form,
  });
  return (
    <Section title={t("nameserversTitle")} description={t("nameserversWords")}>
      <PageForm
        form={form}
        submission={saveNameservers}
        onSubmit={form.submit((patch) => saveNameservers.mutate(patch))}
        submitLabel={t("saveNameservers")}
        failedTitle={t("nameserversNotSaved")}
        isReady={hostsOf(form.values.defaultNameservers).join("\n") !== saved}
      >
        <Textarea
          label={t("nameservers")}
          description={t("nameserversHint")}
          placeholder={`ns1.example.net\nns2.example.net`}
          autosize
          minRows={2}
          autoCapitalize="off"
          spellCheck={false}
          data-mono
          {...form.text("defaultNameservers")}
        />
      </PageForm>
    </Section>
  );
}

function WorkspaceSummary({ workspace, place }: { workspace: Workspace; place: CurrentSession["session"] }) {
  const t = useTranslations("workspace");
  const trpc = useTRPC();
  const canSeePeople = hasRight(place, "members:read");
  const { data: members = [] } = useQuery({ ...trpc.members.list.queryOptions(), enabled: canSeePeople });
  const owners = members.filter(({ role }) => role === "owner");
  return (
    <Section title={t("facts")}>
      <Surface>
        <Facts
          facts={[
            ...(hasRight(place, "workspace:write") ? [] : [{ name: t("name"), value: workspace.name }]),
            ...(owners.length === 0
              ? []
              : [
                  {
                    name: t("owners", { count: owners.length }),
                    value: owners.map(({ id, name, email }) => (
                      <div key={id}>
                        {name || email}
                        {name ? (
                          <Text component="span" display="block" size="xs" c="dimmed">
                            {email}
                          </Text>
                        ) : null}
                      </div>
                    )),
                  },
                ]),
            { name: t("created"), value: <Moment at={workspace.createdAt} /> },
            { name: t("id"), wide: true, value: <Mono label={t("id")}>{workspace.id}</Mono> },
          ]}
        />
      </Surface>
    </Section>
  );
}
