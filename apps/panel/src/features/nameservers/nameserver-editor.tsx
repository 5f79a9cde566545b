"use client";
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { TldOffer } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useRight } from "@/features/access/use-right.ts";
import type { Domain } from "@/features/domains/domain.ts";
import { SaveButton } from "@/features/domains/save-button.tsx";
import { Failure } from "@/lib/failure.tsx";
import { Unsaved } from "@/ui/form/unsaved.tsx";
import { Surface } from "@/ui/frame/surface.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import classes from "./nameserver-editor.module.css";
import { NameserverRow } from "./nameserver-row.tsx";
import { NameserversShown } from "./nameservers-shown.tsx";
import { useNameserverRows } from "./use-nameserver-rows.ts";

export function NameserverEditor({ domain, offer }: { domain: Domain; offer: TldOffer | undefined }) {
  const t = useTranslations("nameservers");
  const write = useRight("domains:write");
  const why = write.why ?? (domain.status === "active" ? undefined : t("notNow"));
  return why ? <NameserversShown domain={domain} why={why} /> : <Editor domain={domain} offer={offer} />;
}

function Editor({ domain, offer }: { domain: Domain; offer: TldOffer | undefined }) {
  const t = useTranslations("nameservers");
  const {
    formRef,
    addRef,
    rows,
    filled,
    problems,
    isDirty,
    save,
    add,
    remove,
    type,
    leave,
    discard,
    submit,
    refusal,
    insist,
  } = useNameserverRows(domain);
  const isPending = domain.operation?.kind === "nameserver_change";
  const maxCount = offer?.maxNameservers ?? 13;
  const hasPlacedProblems =
    problems.list !== undefined ||
    Object.values(problems.rows).some((row) => row.host !== undefined || row.addresses !== undefined);

  return (
    <Surface>
      <Unsaved isDirty={isDirty && !save.isPending} />
      <form ref={formRef} noValidate method="post" aria-label={t("edit")} onSubmit={submit}>
        <Stack gap="md">
          <ul className={classes.rows}>
            {rows.map((row, index) => (
              <NameserverRow
                key={row.id}
                row={row}
                index={index}
                domainName={domain.name}
                problems={problems.rows[row.id]}
                onType={(field, value) => type(row.id, field, value)}
                onLeave={(field) => leave(row.id, field)}
                onRemove={() => remove(row.id, index)}
              />
            ))}
          </ul>
          <Group>
            <Button
              ref={addRef}
              variant="default"
              size="xs"
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={rows.length >= maxCount}
              onClick={add}
            >
              {t("add")}
            </Button>
            {offer ? (
              <Text size="xs" c="dimmed">
                {t("howMany", { min: offer.minNameservers, max: maxCount, tld: domain.tld })}
              </Text>
            ) : null}
          </Group>
          {problems.list ? (
            <Text size="sm" c="var(--zp-bad)" role="alert">
              {t("listProblem", { problem: problems.list })}
            </Text>
          ) : null}
          {isDirty && domain.nameservers.length > 0 && filled.length === 0 ? (
            <Notice title={t("noneTitle")}>{t("noneWords")}</Notice>
          ) : isDirty && domain.dsRecords.length > 0 ? (
            <Notice title={t("dnssecTitle")}>{t("dnssecWords")}</Notice>
          ) : null}
          {!isDirty && save.data?.warnings ? (
            <Notice title={t("warnings")} closeLabel={t("dismiss")} onClose={save.reset}>
              {save.data.warnings.map(({ message }) => (
                <Text key={message} size="sm">
                  {message}
                </Text>
              ))}
            </Notice>
          ) : null}
          {refusal ? (
            <Notice title={t("wouldBreakTitle")}>
              <Stack gap="xs" align="flex-start">
                {refusal.errors.map(({ message }) => (
                  <Text key={message} size="sm">
                    {message}
                  </Text>
                ))}
                <Text size="sm">{t("wouldBreakWords")}</Text>
                <Button color="red.8" size="xs" onClick={insist}>
                  {t("changeAnyway")}
                </Button>
              </Stack>
            </Notice>
          ) : save.error && !hasPlacedProblems ? (
            <Failure error={save.error} title={t("notSaved")} />
          ) : null}
          <Group gap="xs">
            <SaveButton isPending={save.isPending} isIdle={!isDirty}>
              {t("save")}
            </SaveButton>
            {isDirty ? (
              <Button variant="default" disabled={save.isPending} onClick={discard}>
                {t("discard")}
              </Button>
            ) : null}
            <Text size="sm" c="dimmed" role="status">
              {isDirty ? t("unsaved") : save.isSuccess && !isPending ? t("saved") : ""}
            </Text>
          </Group>
        </Stack>
      </form>
    </Surface>
  );
}
