"use client";
import { ActionIcon, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { Nameserver, NameserverInput, TldOffer } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useRight } from "@/features/access/use-right.ts";
import type { Domain } from "@/features/domains/domain.ts";
import { SaveButton } from "@/features/domains/save-button.tsx";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { Failure } from "@/lib/failure.tsx";
import { ownScript } from "@/lib/own-script.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPCClient } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { UnsavedGuard } from "@/ui/form/unsaved-guard.tsx";
import { Surface } from "@/ui/frame/surface.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import classes from "./nameserver-editor.module.css";
import {
  filledRows,
  inputOf,
  judgeRows,
  needsGlue,
  placeProblems,
  type Row,
  type RowField,
  type RowProblems,
  rowsOf,
} from "./rows.ts";

const noProblems: RowProblems = { rows: {} };

export function NameserverEditor({ domain, offer }: { domain: Domain; offer: TldOffer | undefined }) {
  const t = useTranslations("nameservers");
  const write = useRight("domains:write");
  const why = write.why ?? (domain.status === "active" ? undefined : t("notNow"));
  return why ? <Shown domain={domain} why={why} /> : <Editor domain={domain} offer={offer} />;
}

/** The list for those who cannot change it, and why. */
function Shown({ domain, why }: { domain: Domain; why: string }) {
  const t = useTranslations("nameservers");
  return (
    <Surface>
      <Stack gap="md">
        {domain.nameservers.length === 0 ? (
          <Text size="sm">{t("none")}</Text>
        ) : (
          <ul className={classes.shown}>
            {domain.nameservers.map(({ host, addresses }) => (
              <li key={host}>
                <Mono label={host}>{host}</Mono>
                {addresses.length > 0 ? (
                  <Text size="xs" c="dimmed" ff="monospace">
                    {addresses.join(", ")}
                  </Text>
                ) : null}
              </li>
            ))}
          </ul>
        )}
        <Text size="sm" c="dimmed">
          {why}
        </Text>
      </Stack>
    </Surface>
  );
}

function Editor({ domain, offer }: { domain: Domain; offer: TldOffer | undefined }) {
  const t = useTranslations("nameservers");
  const client = useTRPCClient();
  const refresh = useRefreshDomains();
  const formRef = useRef<HTMLFormElement>(null);
  const addRef = useRef<HTMLButtonElement>(null);
  const nextId = useRef(0);
  const newRow = (row: Omit<Row, "id"> = { host: "", addresses: "" }): Row => {
    nextId.current += 1;
    return { id: nextId.current, ...row };
  };
  const [rows, setRows] = useState<Row[]>(() => {
    const present = rowsOf(domain.nameservers).map((row) => newRow(row));
    return present.length > 0 ? present : [newRow(), newRow()];
  });
  const [problems, setProblems] = useState(noProblems);
  const [baseline, setBaseline] = useState(domain.nameservers);
  const maxCount = offer?.maxNameservers ?? 13;
  const filled = filledRows(rows);
  const differsFrom = (nameservers: Nameserver[]) =>
    JSON.stringify(inputOf(rows, domain.name).nameservers) !== JSON.stringify(nameservers);
  if (JSON.stringify(baseline) !== JSON.stringify(domain.nameservers)) {
    // Changed elsewhere: what is not being edited follows.
    if (!differsFrom(baseline)) {
      setRows(rowsOf(domain.nameservers).map((row) => newRow(row)));
    }
    setBaseline(domain.nameservers);
  }
  const isDirty = differsFrom(domain.nameservers);

  const showProblems = (found: RowProblems) => {
    flushSync(() => setProblems(found));
    formRef.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  };
  const focusRow = (index: number) => {
    const fields = formRef.current?.querySelectorAll<HTMLElement>("li [data-host]") ?? [];
    const field = fields[Math.min(index, fields.length - 1)] ?? addRef.current;
    field?.focus();
  };
  const save = useSubmit({
    mutationFn: (nameservers: NameserverInput[]) =>
      client.domains.changeNameservers.mutate({ name: domain.name, nameservers }),
    onSuccess: async ({ nameservers }) => {
      await refresh();
      // Rows that stay keep their fields, and the focus with them.
      flushSync(() =>
        setRows((all) => {
          const kept = filledRows(all);
          return rowsOf(nameservers).map((row, index) => ({ ...row, id: kept[index]?.id ?? newRow().id }));
        }),
      );
      if (document.activeElement === document.body) {
        focusRow(0);
      }
    },
    onError: (error) => showProblems(placeProblems(rows, problemOf(error).errors)),
  });
  /** A refusal was about the rows as they were. */
  const forgetRefusal = () => {
    if (save.isError) {
      save.reset();
    }
  };
  const add = () => {
    forgetRefusal();
    const row = newRow();
    flushSync(() => {
      setRows((all) => [...all, row]);
      setProblems((all) => ({ rows: all.rows }));
    });
    focusRow(rows.length);
  };
  const remove = (id: number, index: number) => {
    forgetRefusal();
    flushSync(() => {
      setRows((all) => all.filter((one) => one.id !== id));
      setProblems(({ rows: { [id]: _, ...others } }) => ({ rows: others }));
    });
    focusRow(index);
  };
  const type = (id: number, field: RowField, value: string) => {
    forgetRefusal();
    setRows((all) => all.map((row) => (row.id === id ? { ...row, [field]: value } : row)));
    setProblems((all) => ({ rows: { ...all.rows, [id]: { ...all.rows[id], [field]: undefined } } }));
  };
  const hasPlacedProblems =
    problems.list !== undefined ||
    Object.values(problems.rows).some((row) => row.host !== undefined || row.addresses !== undefined);

  return (
    <Surface>
      <UnsavedGuard isDirty={isDirty && !save.isPending} />
      <form
        ref={formRef}
        noValidate
        aria-label={t("edit")}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isDirty || save.isPending) {
            return;
          }
          const judged = judgeRows(rows, domain.name);
          if (!judged.ok) {
            return showProblems(judged.problems);
          }
          setProblems(noProblems);
          save.mutate(judged.nameservers);
        }}
      >
        <Stack gap="md">
          <ul className={classes.rows}>
            {rows.map((row, index) => {
              const hasGlue = needsGlue(row.host, domain.name);
              return (
                <li key={row.id} className={classes.row} data-glue={hasGlue || undefined}>
                  <TextInput
                    label={t("host", { number: index + 1 })}
                    placeholder="ns1.example.net"
                    autoCapitalize="off"
                    autoComplete="off"
                    spellCheck={false}
                    data-host
                    value={row.host}
                    onChange={(event) => type(row.id, "host", event.currentTarget.value)}
                    error={problems.rows[row.id]?.host}
                  />
                  {hasGlue ? (
                    <TextInput
                      label={t("addresses", { number: index + 1 })}
                      description={t("addressesHint", { name: ownScript(domain.name) })}
                      placeholder="192.0.2.1, 2001:db8::1"
                      autoCapitalize="off"
                      autoComplete="off"
                      spellCheck={false}
                      value={row.addresses}
                      onChange={(event) => type(row.id, "addresses", event.currentTarget.value)}
                      error={problems.rows[row.id]?.addresses}
                    />
                  ) : problems.rows[row.id]?.addresses ? (
                    <Text size="sm" c="var(--zp-bad)" role="alert">
                      {problems.rows[row.id]?.addresses}
                    </Text>
                  ) : null}
                  <ActionIcon
                    className={classes.remove}
                    variant="subtle"
                    color="gray"
                    size="lg"
                    aria-label={t("remove", { host: row.host || String(index + 1) })}
                    onClick={() => remove(row.id, index)}
                  >
                    <IconTrash size={18} aria-hidden />
                  </ActionIcon>
                </li>
              );
            })}
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
          {save.error && !hasPlacedProblems ? <Failure error={save.error} title={t("notSaved")} /> : null}
          <Group gap="xs">
            <SaveButton isPending={save.isPending} isIdle={!isDirty}>
              {t("save")}
            </SaveButton>
            {isDirty ? (
              <Button
                variant="default"
                disabled={save.isPending}
                onClick={() => {
                  flushSync(() => {
                    setRows(rowsOf(domain.nameservers).map((row) => newRow(row)));
                    setProblems(noProblems);
                  });
                  save.reset();
                  focusRow(0);
                }}
              >
                {t("discard")}
              </Button>
            ) : null}
            <Text size="sm" c="dimmed" role="status">
              {isDirty ? t("unsaved") : save.isSuccess ? t("saved") : ""}
            </Text>
          </Group>
        </Stack>
      </form>
    </Surface>
  );
}
