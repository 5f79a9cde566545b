"use client";
import { Stack, Text } from "@mantine/core";
import { signatureTones } from "@zonepost/schema/status";
import type { Diagnosis, DiagnosisReason, Finding } from "@zonepost/webhook-doctor";
import { useTranslations } from "next-intl";
import { Surface } from "@/ui/frame/surface.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import classes from "./findings.module.css";

/** True of requests that are accepted anyway. */
const notes: readonly DiagnosisReason[] = ["age_not_checked", "matches_later_secret", "rotation"];

type Kind = "correct" | "note" | "fix" | "cause" | "likelyCause";

const signatures = ["X-Service-Signature", "webhook-signature"] as const;

/** The signature that doesn't match although the request is accepted because of the other one. */
const otherSignatureOf = ({ isAccepted, findings }: Diagnosis) =>
  signatures.find((signature) => isAccepted && findings.some(({ place }) => place === signature));

function kindOf({ reason, certainty, place }: Finding, otherSignature: string | undefined): Kind {
  if (reason === "valid" || reason === "computed_correct") {
    return "correct";
  }
  if (otherSignature !== undefined && place === otherSignature) {
    return "fix";
  }
  return notes.includes(reason) ? "note" : certainty === "proven" ? "cause" : "likelyCause";
}

export function Findings({ diagnosis }: { diagnosis: Diagnosis }) {
  const t = useTranslations("signatureDoctor");
  const { isAccepted, timestamp, findings } = diagnosis;
  const otherSignature = otherSignatureOf(diagnosis);
  return (
    <Surface>
      <Stack gap="md">
        <div>
          <Text component="div" fw={600}>
            {otherSignature === undefined ? (
              <StatusBadge tone={signatureTones[isAccepted ? "accepted" : "rejected"]}>
                {t(isAccepted ? "accepted" : "rejected")}
              </StatusBadge>
            ) : (
              <StatusBadge tone={signatureTones.oneMatches}>
                {t("oneMatches", { name: signatures.find((name) => name !== otherSignature) ?? "" })}
              </StatusBadge>
            )}
          </Text>
          {timestamp === undefined ? null : (
            <Text size="sm" c="dimmed" mt={4}>
              {t.rich("signedAt", {
                time: () => <Moment at={new Date(timestamp * 1000).toISOString()} detail="minute" />,
              })}
            </Text>
          )}
        </div>
        <ul className={classes.findings}>
          {findings.map((finding) => {
            const kind = kindOf(finding, otherSignature);
            return (
              <li key={`${finding.place}-${finding.reason}`}>
                <div className={classes.head}>
                  <StatusBadge tone={signatureTones[kind]}>{t(kind)}</StatusBadge>
                  <code>{finding.reason}</code>
                </div>
                <Text fw={500} mt={8}>
                  {finding.message}
                </Text>
                {finding.advice ? (
                  <Text size="sm" mt={4}>
                    {finding.advice}
                  </Text>
                ) : null}
              </li>
            );
          })}
        </ul>
      </Stack>
    </Surface>
  );
}
