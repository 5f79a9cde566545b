"use client";
import { SegmentedControl, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CopyButton } from "@/ui/values/copy-button.tsx";
import { MonoBlock } from "@/ui/values/mono.tsx";
import classes from "./attempt.module.css";

type ExchangeProps = {
  title: string;
  /** Such as "POST https://…" or "200". */
  firstLine: string;
  headers: Record<string, string>;
  body: string;
  /** About the body, such as that it was cut. */
  note?: string | undefined;
};

/** What was sent or received: the headers, and the body formatted or exactly as it is. */
export function Exchange({ title, firstLine, headers, body, note }: ExchangeProps) {
  const t = useTranslations("webhooks");
  const headerText = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600} mb={6}>
        {title}
      </Text>
      <div className={classes.head}>
        <code className={classes.firstLine}>{firstLine}</code>
        {headerText.length === 0 ? null : (
          <span className={classes.copy}>
            <CopyButton value={headerText.join("\n")} label={t("headers")} />
          </span>
        )}
        <dl className={classes.headers}>
          {Object.entries(headers).map(([name, value]) => (
            <div key={name}>
              <dt>{`${name}: `}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {body === "" ? (
        <Text size="sm" c="dimmed">
          {t("noBody")}
        </Text>
      ) : (
        <Body label={`${title}: ${t("body")}`} body={body} />
      )}
      {note === undefined ? null : (
        <Text size="xs" c="dimmed" mt={4}>
          {note}
        </Text>
      )}
    </section>
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

export function Body({ label, body }: { label: string; body: string }) {
  const t = useTranslations("webhooks");
  const [view, setView] = useState<string>("pretty");
  const pretty = formatted(body);
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
      <MonoBlock label={label}>{view === "pretty" && pretty !== undefined ? pretty : body}</MonoBlock>
    </>
  );
}
