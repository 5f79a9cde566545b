"use client";
import { ActionIcon, Text, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { onTyped } from "@/ui/early-input/on-typed.ts";
import classes from "./nameserver-editor.module.css";
import { needsGlue, type Row, type RowField, type RowProblems } from "./rows.ts";

/** One nameserver, with address fields only if the registry needs glue. */
export function NameserverRow(props: {
  row: Row;
  index: number;
  domainName: string;
  problems: RowProblems["rows"][number] | undefined;
  onType: (field: RowField, value: string) => void;
  onLeave: (field: RowField) => void;
  onRemove: () => void;
}) {
  const { row, index, domainName, problems, onType, onLeave, onRemove } = props;
  const t = useTranslations("nameservers");
  const hasGlue = needsGlue(row.host, domainName);
  return (
    <li className={classes.row} data-glue={hasGlue || undefined}>
      <TextInput
        label={t("host", { number: index + 1 })}
        placeholder="ns1.example.net"
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        data-host
        value={row.host}
        {...onTyped((typed) => onType("host", typed))}
        onBlur={() => onLeave("host")}
        error={problems?.host}
      />
      {hasGlue ? (
        <TextInput
          label={t("addresses", { number: index + 1 })}
          description={t("addressesHint", { name: toUnicodeName(domainName) })}
          placeholder="192.0.2.1, 2001:db8::1"
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          value={row.addresses}
          {...onTyped((typed) => onType("addresses", typed))}
          onBlur={() => onLeave("addresses")}
          error={problems?.addresses}
        />
      ) : problems?.addresses ? (
        <Text size="sm" c="var(--zp-bad)" role="alert">
          {problems?.addresses}
        </Text>
      ) : null}
      <ActionIcon
        className={classes.remove}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t("remove", { host: row.host || String(index + 1) })}
        onClick={onRemove}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </li>
  );
}
