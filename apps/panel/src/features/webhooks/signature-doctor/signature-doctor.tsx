"use client";
import { Button, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { IconShieldCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useWallNow } from "@/ui/clock.tsx";
import { onTyped } from "@/ui/early-input/on-typed.ts";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { exampleRequest } from "./example-request.ts";
import { Findings } from "./findings.tsx";
import { readTime } from "./read-time.ts";
import { type SeenRequest, useDiagnosis } from "./use-diagnosis.ts";

const empty: SeenRequest = { headers: "", body: "", secrets: "", time: "", computed: "" };
const required = ["headers", "body", "secrets"] as const satisfies (keyof SeenRequest)[];
const mono = { input: { fontFamily: "var(--mantine-font-family-monospace)" } };
const plain = { autoComplete: "off", autoCapitalize: "off", spellCheck: false, styles: mono } as const;

/** Finds out why a receiver rejects a delivery, without sending anything. */
export function SignatureDoctor() {
  const t = useTranslations("signatureDoctor");
  const tWebhooks = useTranslations("webhooks");
  const [request, setRequest] = useState(empty);
  const [isTimeChecked, setTimeChecked] = useState(false);
  const [isSubmitted, setSubmitted] = useState(false);
  const { diagnosis, isRunning, hasFailed, run, clear } = useDiagnosis();
  const now = useWallNow();
  const result = useRef<HTMLDivElement>(null);
  // The button is at the end of a long form, so the result would be below the window.
  useEffect(() => {
    if (diagnosis) {
      result.current?.scrollIntoView({ block: "nearest" });
    }
  }, [diagnosis]);
  const change = (changed: Partial<SeenRequest>) => {
    setRequest((before) => ({ ...before, ...changed }));
    clear();
  };
  const field = (name: keyof SeenRequest) => ({
    ...plain,
    name,
    label: t(name),
    description: t(`${name}Hint`),
    value: request[name],
    ...onTyped((typed) => change({ [name]: typed })),
  });
  const isMissing = (name: (typeof required)[number]) => request[name].trim() === "";
  const requiredField = (name: (typeof required)[number]) => ({
    ...field(name),
    error: isSubmitted && isMissing(name) ? t(`${name}Missing`) : undefined,
  });
  const isTimeWrong = request.time.trim() !== "" && readTime(request.time) === undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    flushSync(() => {
      setSubmitted(true);
      setTimeChecked(true);
    });
    if (isTimeWrong || required.some(isMissing)) {
      form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    } else {
      void run(request);
    }
  };
  return (
    <>
      <PageHeader
        title={t("title")}
        crumbs={[{ label: tWebhooks("title"), href: "/webhooks" }]}
        below={
          <Text component="div" size="sm" c="dimmed" maw={640}>
            {t("words")}
          </Text>
        }
        long
      />
      <Stack gap="lg" maw={860}>
        <Surface>
          <form noValidate method="post" onSubmit={submit}>
            <Stack gap="md">
              <Group gap={8} wrap="nowrap" align="flex-start">
                <IconShieldCheck size={18} aria-hidden style={{ flex: "none", marginTop: 2 }} />
                <Text size="sm">{t("private")}</Text>
              </Group>
              <Textarea
                {...requiredField("headers")}
                rows={6}
                placeholder={"X-Service-Timestamp: 1763715600\nX-Service-Signature: sha256=…"}
              />
              <Textarea
                {...requiredField("body")}
                rows={6}
                placeholder='{"id":"evt_…","type":"domain.registered",…}'
              />
              <Textarea {...requiredField("secrets")} rows={2} placeholder="whsec_…" />
              <TextInput
                {...field("time")}
                placeholder="2026-03-01T09:30:00Z"
                onBlur={() => setTimeChecked(true)}
                error={isTimeChecked && isTimeWrong ? t("timeWrong") : undefined}
              />
              <TextInput {...field("computed")} placeholder="sha256=…" />
              <Group gap="xs">
                <Button type="submit" loading={isRunning}>
                  {t("check")}
                </Button>
                <Button
                  variant="default"
                  onClick={async () => change(await exampleRequest(Math.floor(now.getTime() / 1000)))}
                >
                  {t("example")}
                </Button>
              </Group>
            </Stack>
          </form>
        </Surface>
        <div role="status" ref={result} style={{ scrollMarginBottom: 96 }}>
          {hasFailed ? (
            <Notice title={t("noCrypto")}>{t("noCryptoWords")}</Notice>
          ) : diagnosis ? (
            <Section title={t("result")}>
              <Findings diagnosis={diagnosis} />
            </Section>
          ) : null}
        </div>
      </Stack>
    </>
  );
}
