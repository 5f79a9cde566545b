"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useAddresses } from "@/ui/addresses.tsx";
import { useRetry } from "@/ui/use-retry.ts";
import { ProblemAlert } from "./problem-alert.tsx";

const answerWithinMs = 5_000;

const isAnswering = (apiUrl: string) =>
  fetch(`${apiUrl}/health/live`, {
    mode: "no-cors",
    cache: "no-store",
    signal: AbortSignal.timeout(answerWithinMs),
  }).then(
    () => true,
    () => false,
  );

/** In place of a page that couldn't be rendered. Requests it again until it can. */
export function PageFailure(props: { requestId?: string | undefined; onRetry?: () => void }) {
  const { requestId, onRetry } = props;
  const t = useTranslations("failure");
  const { apiUrl } = useAddresses();
  const router = useRouter();
  const retry = async () => {
    // A refresh waits for the API, and a navigation for the refresh: without this check, links would seem broken.
    if (await isAnswering(apiUrl)) {
      router.refresh();
      onRetry?.();
    }
  };
  useRetry(() => void retry());
  return (
    <ProblemAlert
      title={t("pageTitle")}
      detail={t("page")}
      requestId={requestId}
      onRetry={() => void retry()}
    />
  );
}
