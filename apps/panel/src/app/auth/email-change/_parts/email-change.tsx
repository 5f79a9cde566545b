"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useLinkToken } from "@/features/sign-in/use-link-token.ts";
import { settingsPath } from "@/lib/paths.ts";
import { PlainFailure } from "@/lib/plain-failure.tsx";
import { useCall } from "@/lib/use-call.ts";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { PlainButton, PlainLinkButton } from "@/ui/plain/button.tsx";
import { PlainSkeleton, PlainStack, PlainSurface, PlainText, PlainTitle } from "@/ui/plain/layout.tsx";
import { PlainProblem } from "@/ui/plain/problem.tsx";

export function EmailChange() {
  const { token, forget } = useLinkToken("email-change");
  return (
    <PlainSurface>
      {token === undefined ? (
        <PlainStack aria-busy="true">
          <PlainSkeleton height={28} width="70%" />
          <PlainSkeleton height={20} />
          <PlainSkeleton height={36} />
        </PlainStack>
      ) : token === null ? (
        <Incomplete />
      ) : (
        <Confirm key={token} token={token} forget={forget} />
      )}
    </PlainSurface>
  );
}

function MessagePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <PlainStack gap="sm">
      <PlainTitle>{title}</PlainTitle>
      {children}
    </PlainStack>
  );
}

function Incomplete() {
  const t = useTranslations("emailChange");
  return (
    <MessagePage title={t("incompleteTitle")}>
      <PlainText>{t("incomplete")}</PlainText>
      <PlainLinkButton href={settingsPath()} look="default">
        {t("toAccount")}
      </PlainLinkButton>
    </MessagePage>
  );
}

function Confirm({ token, forget }: { token: string; forget: () => void }) {
  const t = useTranslations("emailChange");
  const { apiUrl } = useAddresses();
  const confirm = useCall({
    call: () => callRest(`${apiUrl}/auth/email/confirm`, { method: "POST", body: { token } }),
    onSuccess: forget,
  });
  if (confirm.isDone) {
    return (
      <MessagePage title={t("doneTitle")}>
        <PlainText role="status">{t("done")}</PlainText>
        <PlainLinkButton href="/sign-in">{t("signIn")}</PlainLinkButton>
      </MessagePage>
    );
  }
  const { status, code, detail, unreachable } = confirm.error
    ? problemOf(confirm.error)
    : { status: undefined, code: undefined, detail: undefined, unreachable: false };
  const isRefused = confirm.error !== undefined && !unreachable && status !== 429 && (status ?? 500) < 500;
  if (isRefused) {
    return (
      <MessagePage title={t("title")}>
        {code === "email_taken" ? (
          <PlainProblem title={t("notChanged")} detail={detail} />
        ) : (
          <PlainProblem title={t("spentTitle")} detail={t("spent")} />
        )}
        <PlainLinkButton href={settingsPath()} look="default">
          {t("toAccount")}
        </PlainLinkButton>
      </MessagePage>
    );
  }
  return (
    <MessagePage title={t("title")}>
      <PlainText>{t("words")}</PlainText>
      {confirm.error !== undefined ? <PlainFailure error={confirm.error} title={t("notChanged")} /> : null}
      <PlainButton loading={confirm.isPending} onClick={() => confirm.send()}>
        {t("confirm")}
      </PlainButton>
    </MessagePage>
  );
}
