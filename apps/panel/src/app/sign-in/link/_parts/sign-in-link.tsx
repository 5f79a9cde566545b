"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { pageAfterSignIn, type SignedIn } from "@/features/sign-in/page-after-sign-in.ts";
import { useLinkToken } from "@/features/sign-in/use-link-token.ts";
import { PlainFailure } from "@/lib/plain-failure.tsx";
import { useCall } from "@/lib/use-call.ts";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { PlainButton, PlainLinkButton } from "@/ui/plain/button.tsx";
import { PlainSkeleton, PlainStack, PlainSurface, PlainText, PlainTitle } from "@/ui/plain/layout.tsx";
import { PlainProblem } from "@/ui/plain/problem.tsx";

/** The sign-in page, with the form for a link. */
const newLinkPath = "/sign-in?method=link";

/** Signs in with an emailed link, on a click. */
export function SignInLink() {
  const { token, forget } = useLinkToken("sign-in");
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
  const t = useTranslations("signInLink");
  return (
    <MessagePage title={t("incompleteTitle")}>
      <PlainText>{t("incomplete")}</PlainText>
      <PlainLinkButton href={newLinkPath} look="default">
        {t("newLink")}
      </PlainLinkButton>
    </MessagePage>
  );
}

function Confirm({ token, forget }: { token: string; forget: () => void }) {
  const t = useTranslations("signInLink");
  const { apiUrl } = useAddresses();
  const signIn = useCall({
    call: () => callRest<SignedIn>(`${apiUrl}/auth/magic-link/redeem`, { method: "POST", body: { token } }),
    onSuccess: (answer) => {
      forget();
      window.location.assign(pageAfterSignIn(answer));
    },
    onError: (error) => {
      if (isRefused(error)) {
        forget();
      }
    },
  });
  const { answer } = signIn;
  if (answer) {
    return (
      <MessagePage title={t(answer.twoFactorRedirect ? "secondFactorTitle" : "doneTitle")}>
        <PlainText role="status">{t(answer.twoFactorRedirect ? "secondFactor" : "done")}</PlainText>
        <PlainLinkButton href={pageAfterSignIn(answer)}>{t("continue")}</PlainLinkButton>
      </MessagePage>
    );
  }
  if (isRefused(signIn.error)) {
    return (
      <MessagePage title={t("title")}>
        <PlainProblem title={t("spentTitle")} detail={t("spent")} />
        <PlainLinkButton href={newLinkPath}>{t("newLink")}</PlainLinkButton>
      </MessagePage>
    );
  }
  return (
    <MessagePage title={t("title")}>
      <PlainText>{t("words")}</PlainText>
      {signIn.error !== undefined ? <NotSignedIn error={signIn.error} /> : null}
      <PlainButton loading={signIn.isPending} onClick={() => signIn.send()}>
        {t("submit")}
      </PlainButton>
      <PlainText size="sm" tone="dimmed">
        {t("hint")}
      </PlainText>
    </MessagePage>
  );
}

/** Whether the link no longer works; every other error can be tried again. */
const isRefused = (error: unknown) => error !== undefined && problemOf(error).status === 422;

function NotSignedIn({ error }: { error: unknown }) {
  const t = useTranslations("signInLink");
  if (problemOf(error).status === 429) {
    return <PlainProblem title={t("failedTitle")} detail={t("tooMany")} />;
  }
  return <PlainFailure error={error} title={t("failedTitle")} />;
}
