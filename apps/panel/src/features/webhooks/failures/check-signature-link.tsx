"use client";
import { Anchor } from "@mantine/core";
import { useTranslations } from "next-intl";
import { signatureDoctorPath } from "@/lib/paths.ts";

/** How receivers reject a signature that doesn't match. */
const stages = ["http_400", "http_401"];

/** After an attempt that failed at this stage. In a new tab: what to paste is here, maybe with a secret shown once. */
export function CheckSignatureLink({ stage }: { stage: string }) {
  const t = useTranslations("webhooks");
  return stages.includes(stage) ? (
    <Anchor href={signatureDoctorPath} target="_blank" inherit>
      {t("checkSignature")}
    </Anchor>
  ) : null;
}
