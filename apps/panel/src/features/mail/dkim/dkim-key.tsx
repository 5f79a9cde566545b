import { Group, List, Stack, Text, Title } from "@mantine/core";
import { dkimStage, type MailDkimKey } from "@zonepost/schema";
import { dkimRecordStates, stepStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { MonoBlock } from "@/ui/values/mono.tsx";
import classes from "./dkim-key.module.css";

/** A key with its stages, the record to publish, and what the nameservers show of it. */
export function DkimKey({ dkimKey, domainName }: { dkimKey: MailDkimKey; domainName: string }) {
  const t = useTranslations("dkim");
  const { selector, stage, hint, shown, checkedAt } = dkimKey;
  return (
    <Stack gap="md" component="article" aria-label={t("keyNamed", { selector })}>
      <Title order={3} size="h5">
        {t("keyNamed", { selector })}
      </Title>
      <Stages dkimKey={dkimKey} />
      <Text size="sm">{hint}</Text>
      {stage === "retiring" ? null : <TxtRecord dkimKey={dkimKey} domainName={domainName} />}
      {shown.length > 0 && checkedAt ? (
        <div>
          <Text size="xs" c="dimmed" mb={6}>
            {t.rich("checked", { date: () => <Moment at={checkedAt} detail="minute" /> })}
          </Text>
          <Group gap="lg" component="ul" className={classes.nameservers}>
            {shown.map(({ nameserver, status }) => (
              <li key={nameserver}>
                <StatusBadge tone={dkimRecordStates[status].tone}>
                  {t(`shown_${status}`, { nameserver })}
                </StatusBadge>
              </li>
            ))}
          </Group>
        </div>
      ) : null}
    </Stack>
  );
}

function Stages({ dkimKey }: { dkimKey: MailDkimKey }) {
  const t = useTranslations("dkim");
  const { stage, selector, createdAt, activatedAt, retiringAt, movesOnAt } = dkimKey;
  const reachedAt = { pending: createdAt, active: activatedAt, retiring: retiringAt, retired: movesOnAt };
  const current = dkimStage.options.indexOf(stage);
  return (
    <ol className={classes.stages} aria-label={t("stages", { selector })}>
      {dkimStage.options.map((each, index) => {
        const at = reachedAt[each];
        const isCurrent = index === current;
        const isDone = index < current || (isCurrent && each === "active");
        const isCreated = each === "pending" && !isCurrent;
        return (
          <li
            key={each}
            aria-current={isCurrent ? "step" : undefined}
            data-ahead={index > current || undefined}
          >
            <StatusBadge tone={stepStates[isDone ? "done" : isCurrent ? "current" : "ahead"].tone}>
              {t(isCreated ? "created" : `stage_${each}`)}
            </StatusBadge>
            {at ? <Moment at={at} /> : null}
          </li>
        );
      })}
    </ol>
  );
}

function TxtRecord({ dkimKey: { host, record }, domainName }: { dkimKey: MailDkimKey; domainName: string }) {
  const t = useTranslations("dkim");
  const relative = host.endsWith(`.${domainName}`) ? host.slice(0, -domainName.length - 1) : host;
  return (
    <>
      <div>
        <Text size="xs" c="dimmed" mb={6}>
          {t("name")}
        </Text>
        <MonoBlock label={t("name")}>{host}</MonoBlock>
      </div>
      <div>
        <Text size="xs" c="dimmed" mb={6}>
          {t("value")}
        </Text>
        <MonoBlock label={t("value")}>{record}</MonoBlock>
      </div>
      <List size="sm" spacing={6} style={{ overflowWrap: "anywhere" }}>
        <List.Item>{t("type")}</List.Item>
        <List.Item>
          {t("relative", { domain: domainName })} <code>{relative}</code>
        </List.Item>
        <List.Item>{t("long")}</List.Item>
      </List>
    </>
  );
}
