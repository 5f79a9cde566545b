"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useCall } from "@/lib/use-call.ts";
import { signInPath } from "@/sign-in-path.ts";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { PlainButton, PlainLinkButton } from "@/ui/plain/button.tsx";
import { PlainCheckbox } from "@/ui/plain/field.tsx";
import { PlainStack, PlainSurface, PlainText, PlainTitle } from "@/ui/plain/layout.tsx";
import { CodeField } from "./code-field.tsx";
import { NotVerified } from "./not-verified.tsx";

type VerificationMethod = "totp" | "backup-code";

const codeLength = 6;
/** The API's schema, once spaces and dashes are removed. */
const backupCodePattern = /^[a-z2-7]{16}$/i;

/** Asks for the second factor after the first step of a sign-in. */
export function SecondFactor({ next, isSignedOut }: { next: string; isSignedOut: boolean }) {
  const [isGone, setIsGone] = useState(isSignedOut);
  return (
    <PlainSurface>
      {isGone ? <Gone next={next} /> : <CodeForm next={next} onGone={() => setIsGone(true)} />}
    </PlainSurface>
  );
}

function CodeForm({ next, onGone }: { next: string; onGone: () => void }) {
  const t = useTranslations("secondFactor");
  const { apiUrl } = useAddresses();
  const [way, setWay] = useState<VerificationMethod>("totp");
  const [code, setCode] = useState("");
  const [trustDevice, setTrustDevice] = useState(false);
  const [errorText, setErrorText] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const signOut = useCall({
    call: () => callRest(`${apiUrl}/auth/sign-out`, { method: "POST", body: {} }),
    onSuccess: () => window.location.assign("/sign-in"),
  });

  const showError = (words: string) => {
    // A rejected code can't be used again.
    flushSync(() => {
      setErrorText(words);
      setCode("");
    });
    field.current?.focus();
  };
  const verify = useCall({
    call: (typed: string) =>
      callRest(`${apiUrl}/auth/two-factor/verify-${way}`, {
        method: "POST",
        body: { code: typed, trustDevice },
      }),
    onSuccess: () => window.location.assign(next),
    onError: (error) => {
      const { status, code: problemCode, unreachable } = problemOf(error);
      if (problemCode === "unauthenticated") {
        onGone();
      }
      // The sign-in was completed in another tab.
      else if (problemCode === "second_factor_not_due") {
        window.location.assign(next);
      } else if (!unreachable && status !== 429 && (status ?? 500) < 500) {
        showError(t(way === "totp" ? "wrongCode" : "wrongBackupCode"));
      }
    },
  });
  const isBusy = verify.isPending || verify.isDone;

  const change = (typed: string) => {
    setErrorText(undefined);
    if (way === "backup-code") {
      return setCode(typed);
    }
    const digits = typed.replace(/\D/g, "").slice(0, codeLength);
    setCode(digits);
    if (digits.length === codeLength && digits !== code && !isBusy) {
      verify.send(digits);
    }
  };

  // A code typed or pasted before this code had loaded.
  const takeTyped = useEffectEvent(() => {
    const typed = field.current?.value ?? "";
    if (typed !== "" && code === "") {
      change(typed);
    }
  });
  useEffect(() => takeTyped(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) {
      return;
    }
    if (way === "totp" && code.length < codeLength) {
      return showError(t("codeIncomplete"));
    }
    if (way === "backup-code" && !backupCodePattern.test(code.replace(/[\s-]/g, ""))) {
      return setErrorText(t("backupCodeIncomplete"));
    }
    verify.send(code);
  };

  return (
    <PlainStack>
      <PlainTitle>{t("title")}</PlainTitle>
      <PlainText>{t(way === "totp" ? "words" : "backupWords")}</PlainText>
      {verify.error ? <NotVerified error={verify.error} /> : null}
      <form onSubmit={submit} noValidate method="post">
        <PlainStack>
          <PlainCheckbox
            label={t("trust")}
            description={t("trustHint")}
            checked={trustDevice}
            onChange={(event) => setTrustDevice(event.currentTarget.checked)}
          />
          <CodeField key={way} way={way} ref={field} value={code} onChange={change} error={errorText} />
          <PlainButton type="submit" loading={isBusy}>
            {t("verify")}
          </PlainButton>
        </PlainStack>
      </form>
      <PlainButton
        look="default"
        disabled={isBusy}
        onClick={() => {
          setWay(way === "totp" ? "backup-code" : "totp");
          setCode("");
          setErrorText(undefined);
          verify.reset();
        }}
      >
        {t(way === "totp" ? "useBackupCode" : "useApp")}
      </PlainButton>
      <PlainButton look="quiet" loading={signOut.isPending} onClick={() => signOut.send()}>
        {t("signOut")}
      </PlainButton>
    </PlainStack>
  );
}

function Gone({ next }: { next: string }) {
  const t = useTranslations("secondFactor");
  return (
    <PlainStack gap="sm">
      <PlainTitle>{t("goneTitle")}</PlainTitle>
      <PlainText>{t("gone")}</PlainText>
      <PlainLinkButton href={signInPath(undefined, next)}>{t("toSignIn")}</PlainLinkButton>
    </PlainStack>
  );
}
