"use client";
import { Stack, Text } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import type { WebhookAttempt } from "@zonepost/schema";
import { deliveryStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { Timeline, TimelineEntry } from "@/ui/frame/timeline.tsx";
import { CopyButton } from "@/ui/values/copy-button.tsx";
import { useFullMomentText } from "@/ui/values/moment.tsx";
import { CheckSignatureLink } from "../../failures/check-signature-link.tsx";
import { failureSentence } from "../../failures/failure-sentence.ts";
import classes from "./attempt.module.css";
import { curlCommand } from "./curl-command.ts";
import { RequestView, ResponseView } from "./exchange.tsx";

/** The attempts of a delivery, the latest first and open. */
export function Attempts({ attempts }: { attempts: WebhookAttempt[] }) {
  const t = useTranslations("webhooks");
  return (
    <Timeline label={t("attempts")}>
      {attempts.toReversed().map((attempt, index) => (
        <Attempt key={attempt.number} attempt={attempt} isOpen={index === 0} />
      ))}
    </Timeline>
  );
}

function Attempt({ attempt, isOpen }: { attempt: WebhookAttempt; isOpen: boolean }) {
  const t = useTranslations("webhooks");
  const fullMoment = useFullMomentText();
  const { number, sentAt, durationMs, request, response, error } = attempt;
  const reason = error ? failureSentence(error.message) : "–";
  return (
    <TimelineEntry
      icon={error ? IconX : IconCheck}
      tone={deliveryStates[error ? "failed" : "succeeded"].tone}
    >
      <details open={isOpen} className={classes.attempt}>
        <summary>
          <span className={classes.title}>
            {t("attemptSummary", { number, result: response?.statusCode ?? reason.replace(/\.$/, "") })}
          </span>
          <Text component="span" display="block" size="xs" c="dimmed">
            <time dateTime={sentAt}>{fullMoment(sentAt)}</time>
            {durationMs === null ? null : ` · ${t("milliseconds", { count: durationMs })}`}
          </Text>
        </summary>
        <Stack gap="md" mt="sm">
          {error ? (
            <Text size="sm">
              <code className={classes.stage}>{error.stage}</code> {response ? reason : null} {error.hint}{" "}
              <CheckSignatureLink stage={error.stage} />
            </Text>
          ) : null}
          {response ? (
            <ResponseView
              title={t("answer")}
              statusCode={response.statusCode}
              headers={response.headers}
              body={response.body}
              note={noteOf(response, t)}
            />
          ) : null}
          {request ? (
            <RequestView
              title={t("request")}
              url={request.url}
              headers={request.headers}
              body={request.body}
              action={<CopyButton value={curlCommand(request)} label={t("curl")} text={t("copyCurl")} />}
              words={t("curlWords")}
            />
          ) : (
            <Text size="sm" c="dimmed">
              {t("noRequest")}
            </Text>
          )}
        </Stack>
      </details>
    </TimelineEntry>
  );
}

function noteOf(
  { bodyEncoding, bodyTruncated }: NonNullable<WebhookAttempt["response"]>,
  t: ReturnType<typeof useTranslations<"webhooks">>,
): string | undefined {
  const notes = [bodyEncoding === "base64" ? t("base64") : "", bodyTruncated ? t("truncated") : ""];
  return notes.filter(Boolean).join(" ") || undefined;
}
