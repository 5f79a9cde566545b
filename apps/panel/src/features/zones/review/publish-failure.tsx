"use client";
import { useTranslations } from "next-intl";
import type { SubmitFailure } from "@/ui/form/submission.ts";
import { FailureAlert } from "@/ui/notices/failure-alert.tsx";
import { Notice } from "@/ui/notices/notice.tsx";

/** Why nothing was published. If someone else was faster, the preview above is read again. */
export function PublishFailure({ failure }: { failure: SubmitFailure }) {
  const t = useTranslations("zoneRecords");
  return failure.code === "zone_changed" ? (
    <Notice title={t("overtakenTitle")}>{t("overtaken")}</Notice>
  ) : (
    <FailureAlert failure={failure} title={t("notPublished")} />
  );
}
