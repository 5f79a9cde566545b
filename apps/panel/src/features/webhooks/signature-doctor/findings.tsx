"use client";
import { Stack, Text } from "@mantine/core";
import type { Diagnosis, DiagnosisReason, Finding } from "@zonepost/webhook-signing";
import { useFormatter, useTranslations } from "next-intl";
import { Surface } from "@/ui/frame/surface.tsx";
import { StatusBadge, type Tone } from "@/ui/notices/status-badge.tsx";
import classes from "./findings.module.css";

/** True of requests that are accepted anyway. */
const notes: readonly DiagnosisReason[] = ["matches_later_secret", "rotation"];

function toneOf({ reason, certainty }: Finding): Tone {
  if (reason === "valid" || reason === "computed_correct") {
    return "good";
  }
  return notes.includes(reason) ? "info" : certainty === "proven" ? "bad" : "warn";
}

export function Findings({ diagnosis }: { diagnosis: Diagnosis }) {
  const t = useTranslations("signatureDoctor");
  const format = useFormatter();
  const { isAccepted, timestamp, findings } = diagnosis;
  return (
    <Surface>
      <Stack gap="md">
        <div>
          <Text component="div" fw={600}>
            <StatusBadge tone={isAccepted ? "good" : "bad"}>
              {t(isAccepted ? "accepted" : "rejected")}
            </StatusBadge>
          </Text>
          {timestamp === undefined ? null : (
            <Text size="sm" c="dimmed" mt={4}>
              {t("signedAt", {
                time: format.dateTime(new Date(timestamp * 1000), { dateStyle: "medium", timeStyle: "long" }),
              })}
            </Text>
          )}
        </div>
        <ul className={classes.findings}>
          {findings.map((finding) => (
            <li key={`${finding.place}-${finding.reason}`}>
              <StatusBadge tone={toneOf(finding)}>{finding.message}</StatusBadge>
              {finding.advice ? <p className={classes.advice}>{finding.advice}</p> : null}
              <p className={classes.reason}>
                <code>{finding.reason}</code>
                {finding.certainty === "likely" ? t("likely") : null}
              </p>
            </li>
          ))}
        </ul>
      </Stack>
    </Surface>
  );
}
