"use client";
import { Button, Checkbox, Stack, Text, TextInput, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { backupCode } from "@zonepost/schema";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useSignOut } from "@/features/sign-in/use-sign-out.ts";
import { Failure } from "@/lib/failure.tsx";
import { signInPath } from "@/sign-in-path.ts";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { CodeInput } from "@/ui/form/code-input.tsx";
import { Surface } from "@/ui/frame/surface.tsx";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";

type Way = "totp" | "backup-code";

const codeLength = 6;

/** Asks for the second factor of someone whose sign-in is half done. */
export function SecondFactor({ next, isSignedOut }: { next: string; isSignedOut: boolean }) {
  const [isGone, setIsGone] = useState(isSignedOut);
  return (
    <Surface>
      {isGone ? <Gone next={next} /> : <CodeForm next={next} onGone={() => setIsGone(true)} />}
    </Surface>
  );
}

function CodeForm({ next, onGone }: { next: string; onGone: () => void }) {
  const t = useTranslations("secondFactor");
  const { apiUrl } = useAddresses();
  const [way, setWay] = useState<Way>("totp");
  const [code, setCode] = useState("");
  const [trustDevice, setTrustDevice] = useState(false);
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const signOut = useSignOut();

  const tellFault = (words: string) => {
    // The code that was wrong is of no use any more.
    flushSync(() => {
      setFault(words);
      setCode("");
    });
    field.current?.focus();
  };
  const verify = useMutation({
    mutationFn: (typed: string) =>
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
      // Another tab was quicker.
      else if (problemCode === "second_factor_not_due") {
        window.location.assign(next);
      } else if (!unreachable && status !== 429 && (status ?? 500) < 500) {
        tellFault(t(way === "totp" ? "wrongCode" : "wrongBackupCode"));
      }
    },
  });
  const isBusy = verify.isPending || verify.isSuccess;

  const change = (typed: string) => {
    setFault(undefined);
    if (way === "backup-code") {
      return setCode(typed);
    }
    const digits = typed.replace(/\D/g, "").slice(0, codeLength);
    setCode(digits);
    if (digits.length === codeLength && digits !== code && !isBusy) {
      verify.mutate(digits);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) {
      return;
    }
    if (way === "totp" && code.length < codeLength) {
      return tellFault(t("codeIncomplete"));
    }
    if (way === "backup-code" && !backupCode.safeParse(code).success) {
      return setFault(t("backupCodeIncomplete"));
    }
    verify.mutate(code);
  };

  const text = {
    ref: field,
    value: code,
    onChange: (event: { currentTarget: { value: string } }) => change(event.currentTarget.value),
    error: fault,
    autoFocus: true,
    required: true,
    withAsterisk: false,
  };
  return (
    <Stack gap="md">
      <Title order={1} size="h3">
        {t("title")}
      </Title>
      <Text>{t(way === "totp" ? "words" : "backupWords")}</Text>
      {verify.error ? <NotVerified error={verify.error} /> : null}
      <form onSubmit={submit} noValidate method="post">
        <Stack gap="md">
          <Checkbox
            label={t("trust")}
            description={t("trustHint")}
            checked={trustDevice}
            onChange={(event) => setTrustDevice(event.currentTarget.checked)}
          />
          {way === "totp" ? (
            <CodeInput key={way} label={t("code")} maw="100%" {...text} />
          ) : (
            <TextInput
              key={way}
              label={t("backupCode")}
              description={t("backupCodeHint")}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
              {...text}
            />
          )}
          <Button type="submit" fullWidth loading={isBusy}>
            {t("verify")}
          </Button>
        </Stack>
      </form>
      <Button
        variant="default"
        fullWidth
        disabled={isBusy}
        onClick={() => {
          setWay(way === "totp" ? "backup-code" : "totp");
          setCode("");
          setFault(undefined);
          verify.reset();
        }}
      >
        {t(way === "totp" ? "useBackupCode" : "useApp")}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        fullWidth
        loading={signOut.isPending}
        onClick={() => signOut.mutate()}
      >
        {t("signOut")}
      </Button>
    </Stack>
  );
}

/** What is no fault of the code: too many of them, or nobody there to judge it. */
function NotVerified({ error }: { error: unknown }) {
  const t = useTranslations("secondFactor");
  const { status, code, detail, retryAfterSeconds, unreachable } = problemOf(error);
  if (status === 429) {
    return (
      <ProblemAlert
        title={t(code === "second_factor_locked" ? "lockedTitle" : "tooManyTitle")}
        detail={
          retryAfterSeconds === undefined
            ? detail
            : t("locked", { minutes: Math.max(1, Math.ceil(retryAfterSeconds / 60)) })
        }
      />
    );
  }
  if (unreachable || (status ?? 500) >= 500) {
    return <Failure error={error} title={t("failedTitle")} />;
  }
  return null;
}

function Gone({ next }: { next: string }) {
  const t = useTranslations("secondFactor");
  return (
    <Stack gap="sm">
      <Title order={1} size="h3">
        {t("goneTitle")}
      </Title>
      <Text>{t("gone")}</Text>
      <Button component={Link} href={signInPath(undefined, next)}>
        {t("toSignIn")}
      </Button>
    </Stack>
  );
}
