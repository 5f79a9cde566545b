"use client";
import { Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import classes from "./attempt.module.css";
import { LimitedBlock } from "./limited-block.tsx";

type ExchangeProps = {
  title: string;
  headers: Record<string, string>;
  body: string;
};

/** Why an attempt failed is usually in the status and the body, so they come first. */
export function ResponseView(props: ExchangeProps & { statusCode: number; note: string | undefined }) {
  const { title, statusCode, headers, body, note } = props;
  return (
    <section aria-label={title}>
      <Stack gap={8}>
        <Text size="sm" fw={600}>
          {title} <code className={classes.status}>{statusCode}</code>
        </Text>
        <div>
          <OptionalBody title={title} body={body} />
          {note === undefined ? null : (
            <Text size="xs" c="dimmed" mt={4}>
              {note}
            </Text>
          )}
        </div>
        <Headers title={title} headers={headers} />
      </Stack>
    </section>
  );
}

/** `action` is in the heading, with its explanation below. */
export function RequestView(props: ExchangeProps & { url: string; action: ReactNode; words: string }) {
  const { title, url, headers, body, action, words } = props;
  return (
    <section aria-label={title}>
      <Stack gap={8}>
        <div>
          <Group justify="space-between" gap="xs">
            <Text size="sm" fw={600}>
              {title}
            </Text>
            {action}
          </Group>
          <Text size="xs" c="dimmed" mt={4}>
            {words}
          </Text>
        </div>
        <Headers title={title} headers={headers} firstLine={`POST ${url}`} />
        <div>
          <OptionalBody title={title} body={body} />
        </div>
      </Stack>
    </section>
  );
}

type HeadersProps = Pick<ExchangeProps, "title" | "headers"> & { firstLine?: string };

function Headers({ title, headers, firstLine }: HeadersProps) {
  const t = useTranslations("webhooks");
  const lines = Object.entries(headers);
  return firstLine === undefined && lines.length === 0 ? null : (
    <LimitedBlock
      label={`${title}: ${t("headers")}`}
      copied={lines.length === 0 ? undefined : lines.map(([name, value]) => `${name}: ${value}`).join("\n")}
    >
      {firstLine === undefined ? null : <code className={classes.firstLine}>{firstLine}</code>}
      <dl className={classes.headers}>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{`${name}: `}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </LimitedBlock>
  );
}

function OptionalBody({ title, body }: Pick<ExchangeProps, "title" | "body">) {
  const t = useTranslations("webhooks");
  return body === "" ? (
    <Text size="sm" c="dimmed">
      {t("noBody")}
    </Text>
  ) : (
    <Body label={`${title}: ${t("body")}`} body={body} />
  );
}

/** Undefined unless the body is a JSON object or list. */
function formatted(body: string): string | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" ? JSON.stringify(value, null, 2) : undefined;
  } catch {
    return undefined;
  }
}

/** Formatted, or exactly as it is. */
export function Body({ label, body }: { label: string; body: string }) {
  const t = useTranslations("webhooks");
  const [view, setView] = useState<string>("pretty");
  const pretty = formatted(body);
  const shown = view === "pretty" && pretty !== undefined ? pretty : body;
  return (
    <>
      {pretty === undefined ? null : (
        <SegmentedControl
          size="xs"
          mb={6}
          value={view}
          onChange={setView}
          aria-label={label}
          data={[
            { value: "pretty", label: t("pretty") },
            { value: "raw", label: t("raw") },
          ]}
        />
      )}
      <LimitedBlock label={label} copied={shown}>
        <pre>{shown}</pre>
      </LimitedBlock>
    </>
  );
}
