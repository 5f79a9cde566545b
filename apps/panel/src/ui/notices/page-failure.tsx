"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRetry } from "@/ui/use-retry.ts";
import { ProblemAlert } from "./problem-alert.tsx";

/** In place of a page that couldn't be rendered. Requests it again until it can. */
export function PageFailure(props: { requestId?: string | undefined; onRetry?: () => void }) {
  const { requestId, onRetry } = props;
  const t = useTranslations("failure");
  const router = useRouter();
  const retry = () => {
    router.refresh();
    onRetry?.();
  };
  useRetry(retry);
  return <ProblemAlert title={t("pageTitle")} detail={t("page")} requestId={requestId} onRetry={retry} />;
}
