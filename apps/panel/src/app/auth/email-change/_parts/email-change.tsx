"use client";
import { Button, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useLinkToken } from "@/features/sign-in/use-link-token.ts";
import { Failure } from "@/lib/failure.tsx";
import { settingsPath } from "@/lib/paths.ts";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { Surface } from "@/ui/frame/surface.tsx";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";

export function EmailChange() {
  const { token, forget } = useLinkToken("email-change");
  return (
    <Surface>
      {token === undefined ? (
        <Stack gap="md" aria-busy="true">
          <Skeleton height={28} width="70%" />
          <Skeleton height={20} />
          <Skeleton height={36} />
        </Stack>
      ) : token === null ? (
        <Incomplete />
      ) : (
        <Confirm key={token} token={token} forget={forget} />
      )}
    </Surface>
  );
}

function Told({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="sm">
      <Title order={1} size="h3">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

function Incomplete() {
  const t = useTranslations("emailChange");
  return (
    <Told title={t("incompleteTitle")}>
      <Text>{t("incomplete")}</Text>
      <Button component={Link} href={settingsPath()} variant="default">
        {t("toAccount")}
      </Button>
    </Told>
  );
}

function Confirm({ token, forget }: { token: string; forget: () => void }) {
  const t = useTranslations("emailChange");
  const { apiUrl } = useAddresses();
  const confirm = useMutation({
    mutationFn: () => callRest(`${apiUrl}/auth/email/confirm`, { method: "POST", body: { token } }),
    onSuccess: forget,
  });
  if (confirm.isSuccess) {
    return (
      <Told title={t("doneTitle")}>
        <Text role="status">{t("done")}</Text>
        <Button component={Link} href="/sign-in">
          {t("signIn")}
        </Button>
      </Told>
    );
  }
  const { status, code, detail, unreachable } = confirm.error
    ? problemOf(confirm.error)
    : { status: undefined, code: undefined, detail: undefined, unreachable: false };
  const isRefused = confirm.isError && !unreachable && status !== 429 && (status ?? 500) < 500;
  if (isRefused) {
    return (
      <Told title={t("title")}>
        {code === "email_taken" ? (
          <ProblemAlert title={t("notChanged")} detail={detail} />
        ) : (
          <ProblemAlert title={t("spentTitle")} detail={t("spent")} />
        )}
        <Button component={Link} href={settingsPath()} variant="default">
          {t("toAccount")}
        </Button>
      </Told>
    );
  }
  return (
    <Told title={t("title")}>
      <Text>{t("words")}</Text>
      {confirm.isError ? <Failure error={confirm.error} title={t("notChanged")} /> : null}
      <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
        {t("confirm")}
      </Button>
    </Told>
  );
}
