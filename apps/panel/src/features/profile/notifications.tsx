"use client";
import { NativeSelect, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  digestHourUtc,
  type NotificationSettings,
  type NotificationTopic,
  notificationChoices,
  notificationSettingsPatch,
  notificationTopics,
} from "@zonepost/schema";
import { stepStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { hasRight } from "@/features/access/rights.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { PageForm } from "@/ui/form/page-form.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { Section } from "@/ui/frame/surface.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";
import classes from "./notifications.module.css";

/** How a person gets emails of each topic in the current workspace; none without a workspace. */
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
    <Section id="notifications" title={t("notifications")} description={t("notificationsWords")}>
      <Topics settings={settings} />
    </Section>
  );
}

function Topics({ settings }: { settings: NotificationSettings }) {
  const t = useTranslations("profile");
  const write = useMomentText();
  // In the zone as it is today: summer time moves it.
  const digestTime = new Date(useNow());
  digestTime.setUTCHours(digestHourUtc, 0, 0, 0);
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
  const isChanged = notificationTopics.some((topic) => topics[topic] !== settings.topics[topic]);
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
          {save.isSuccess && !isChanged ? (
            <StatusBadge tone={stepStates.done.tone}>{t("saved")}</StatusBadge>
          ) : null}
        </span>
      }
    >
      <div>
        {notificationTopics
          .filter((topic) => settings.topics[topic] !== undefined)
          .map((topic) => (
            <Row key={topic} label={t(`topic_${topic}`)} hint={t(hintOf(topic, settings))}>
              {settings.fixedTopics.includes(topic)
                ? undefined
                : (ids) => (
                    <NativeSelect
                      {...ids}
                      data={notificationChoices.map((value) => ({ value, label: t(`topicChoice_${value}`) }))}
                      value={topics[topic]}
                      onChange={(event) => {
                        const chosen = notificationChoices.find((one) => one === event.currentTarget.value);
                        form.set("topics", { ...topics, [topic]: chosen });
                      }}
                    />
                  )}
            </Row>
          ))}
        <Row label={t("topicAlways")} hint={t("topicAlwaysHint")} />
      </div>
      <Text size="sm">{t("digestWords", { time: write(digestTime.toISOString(), "clock") })}</Text>
    </PageForm>
  );
}

/** Of these topics, owners get some emails at once whatever they choose. */
const hintOf = (topic: NotificationTopic, { isOwner }: NotificationSettings) =>
  isOwner && (topic === "expiry" || topic === "transfers")
    ? (`topicHintOwner_${topic}` as const)
    : (`topicHint_${topic}` as const);

/** Without a choice, the emails always arrive at once. */
function Row(props: {
  label: string;
  hint: string;
  children?: (ids: { id: string; "aria-describedby": string }) => ReactNode;
}) {
  const t = useTranslations("profile");
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className={classes.topic}>
      <div>
        {props.children ? <label htmlFor={id}>{props.label}</label> : <div>{props.label}</div>}
        <div className={classes.hint} id={hintId}>
          {props.hint}
        </div>
      </div>
      {props.children ? (
        props.children({ id, "aria-describedby": hintId })
      ) : (
        <Text size="sm">{t("alwaysAtOnce")}</Text>
      )}
    </div>
  );
}
