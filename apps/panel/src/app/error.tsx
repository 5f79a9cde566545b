"use client";
import { Container } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";

export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const t = useTranslations("failure");
  return (
    <Container component="main" size="sm" py={80}>
      <ProblemAlert
        title={t("pageTitle")}
        detail={t("page")}
        requestId={error.digest}
        onRetry={() => {
          reset();
          window.location.reload();
        }}
      />
    </Container>
  );
}
