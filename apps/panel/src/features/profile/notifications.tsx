"use client";
import { Checkbox, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type NotificationSettings,
  type NotificationTopic,
  notificationSettingsPatch,
  notificationTopics,
} from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { hasRight } from "@/features/access/rights.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { PageForm } from "@/ui/form/page-form.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";

/** The emails about domains that a person receives in the current workspace; none without a workspace. */
export function Notifications() {
  const t = useTranslations("profile");
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  const isIn = current !== undefined && hasRight(current.session, "domains:read");
  const { data: settings } = useQuery({ ...trpc.me.notifications.queryOptions(), enabled: isIn });
  if (!settings) {
    return null;
  }
  return (
    <Section title={t("notifications")} description={t("notificationsWords")}>
      {settings.isOwner ? <AllTopics /> : <ChosenTopics settings={settings} />}
    </Section>
  );
}

function AllTopics() {
  const t = useTranslations("profile");
  return (
    <Surface>
      <Text size="sm" mb="md">
        {t("notificationsOwner")}
      </Text>
      <Topics chosen={notificationTopics} />
    </Surface>
  );
}

function ChosenTopics({ settings }: { settings: NotificationSettings }) {
  const t = useTranslations("profile");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm({ initial: { topics: settings.topics }, schema: notificationSettingsPatch });
  const save = useSubmit({
    ...trpc.me.updateNotifications.mutationOptions(),
    isRepeatable: true,
    onSuccess: () => queryClient.invalidateQueries(trpc.me.notifications.queryFilter()),
    form,
  });
  const { topics } = form.values;
  const isChanged = notificationTopics.some(
    (topic) => topics.includes(topic) !== settings.topics.includes(topic),
  );
  return (
    <PageForm
      form={form}
      submission={save}
      onSubmit={form.submit((patch) => save.mutate(patch))}
      submitLabel={t("save")}
      failedTitle={t("notificationsNotSaved")}
      isReady={isChanged || save.isPending}
      status={
        <span role="status">
          {save.isSuccess && !isChanged ? <StatusBadge tone="good">{t("saved")}</StatusBadge> : null}
        </span>
      }
    >
      <Topics
        chosen={topics}
        onToggle={(topic, isOn) =>
          form.set("topics", isOn ? [...topics, topic] : topics.filter((one) => one !== topic))
        }
      />
    </PageForm>
  );
}

function Topics(props: {
  chosen: readonly NotificationTopic[];
  /** Without it, the topics can't be changed. */
  onToggle?: (topic: NotificationTopic, isOn: boolean) => void;
}) {
  const { chosen, onToggle } = props;
  const t = useTranslations("profile");
  return notificationTopics.map((topic) => (
    <Checkbox
      key={topic}
      mb="sm"
      label={t(`topic_${topic}`)}
      description={t(`topicHint_${topic}`)}
      checked={chosen.includes(topic)}
      disabled={!onToggle}
      onChange={(event) => onToggle?.(topic, event.currentTarget.checked)}
    />
  ));
}
