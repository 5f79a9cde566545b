"use client";
import { Button, Checkbox, Group, Loader, Stack, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { DnssecPreflight, DnssecServerVerdict } from "@zonepost/schema";
import { dnssecStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { algorithmLabel } from "@/features/dnssec/ds-names.ts";
import { Failure } from "@/lib/failure.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import classes from "./preflight-view.module.css";

type Props = {
  query: UseQueryResult<DnssecPreflight, unknown>;
  /** The change is no longer the one that was checked, so its check is about to begin. */
  isOfAnother?: boolean;
  unicodeName: string;
  /** The user confirms a change that would break the zone. */
  insists: boolean;
  onInsist: (insists: boolean) => void;
};

/** Each nameserver's response and the verdict on the change, before it is sent. */
export function PreflightView({ query, isOfAnother = false, unicodeName, insists, onInsist }: Props) {
  const t = useTranslations("preflight");
  const isAsking = query.isFetching || isOfAnother;
  if (query.isError && !isAsking) {
    return <Failure error={query.error} title={t("notAsked")} onRetry={() => void query.refetch()} />;
  }
  if (!query.data || isAsking) {
    return (
      <Group gap="sm" role="status" className={classes.asking}>
        <Loader size="sm" />
        <Text size="sm">{t("asking")}</Text>
      </Group>
    );
  }
  const { outcome, before, servers } = query.data;
  return (
    <Stack gap="md" role="region" aria-label={t("title")}>
      <div className={classes.verdict} data-outcome={outcome} role="status">
        <StatusBadge tone={dnssecStates[outcome].tone}>
          <b>{t(`outcome_${outcome}`)}</b>
        </StatusBadge>
        <Text size="sm">{t(`words_${outcome}`, { name: unicodeName })}</Text>
        {before === "breaks" ? <Text size="sm">{t("brokenNow")}</Text> : null}
      </div>
      {outcome === "insecure" ? null : <Servers servers={servers} onAskAgain={() => void query.refetch()} />}
      {outcome === "breaks" ? (
        <Checkbox
          checked={insists}
          onChange={(event) => onInsist(event.currentTarget.checked)}
          color="red.8"
          label={t("insist", { name: unicodeName })}
          description={t("insistWords")}
        />
      ) : null}
    </Stack>
  );
}

function Servers({ servers, onAskAgain }: { servers: DnssecServerVerdict[]; onAskAgain: () => void }) {
  const t = useTranslations("preflight");
  return (
    <>
      {servers.length > 0 ? (
        <table className={classes.servers}>
          <thead>
            <tr>
              <th scope="col">{t("nameserver")}</th>
              <th scope="col">{t("answered")}</th>
              <th scope="col">{t("verdict")}</th>
            </tr>
          </thead>
          <tbody>
            {servers.map((server) => (
              <tr key={server.nameserver}>
                <th scope="row">
                  <code>{server.nameserver}</code>
                  {server.address ? <span className={classes.quiet}>{server.address}</span> : null}
                </th>
                <td data-label={t("answered")}>
                  <Answer server={server} />
                </td>
                <td data-label={t("verdict")}>
                  <StatusBadge tone={dnssecStates[server.outcome].tone}>
                    {t(`outcome_${server.outcome}`)}
                  </StatusBadge>
                  <span className={classes.quiet}>{server.message}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Text size="sm" c="dimmed">
          {t("noServers")}
        </Text>
      )}
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={onAskAgain}>
          {t("askAgain")}
        </Button>
      </Group>
    </>
  );
}

function Answer({ server: { keys, signatureExpiresAt, address } }: { server: DnssecServerVerdict }) {
  const t = useTranslations("preflight");
  if (keys.length === 0) {
    return <span className={classes.quiet}>{address ? t("noKeys") : t("nothing")}</span>;
  }
  return (
    <>
      {keys.map((key) => (
        <span key={`${key.keyTag} ${key.algorithm}`} className={classes.key}>
          <code>{key.keyTag}</code> {algorithmLabel(key.algorithm)}
          <span className={classes.quiet}>
            {t(key.isKeySigningKey ? "keySigningKey" : "zoneSigningKey")}
            {key.isNamedByDs ? ` · ${t("namedByDs")}` : ""}
          </span>
        </span>
      ))}
      {signatureExpiresAt ? (
        <span className={classes.quiet}>
          {t.rich("signedUntil", { date: () => <Moment at={signatureExpiresAt} /> })}
        </span>
      ) : null}
    </>
  );
}
