"use client";
import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Failure } from "@/lib/failure.tsx";
import { useCall } from "@/lib/use-call.ts";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { goToSignIn } from "@/trpc/session-recovery.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { CodeInput } from "@/ui/form/code-input.tsx";
import { Dialog } from "@/ui/frame/dialog.tsx";
import type { SignedIn } from "./page-after-sign-in.ts";

type Step = "password" | "link" | "code" | "backup-code";

const pollMs = 2_000;

/** Signs the same person in again, over the page. Only a sign-in closes it: the page behind can do nothing without one. */
export function SignInAgainDialog(props: {
  opened: boolean;
  email: string;
  needsCode: boolean;
  onSignedIn: () => Promise<void>;
}) {
  const { opened, email, needsCode, onSignedIn } = props;
  const t = useTranslations("signInAgain");
  const [step, setStep] = useState<Step>(needsCode ? "code" : "password");
  const shared = { email, onStep: setStep, onSignedIn };
  return (
    // It may open on top of another dialog.
    <Dialog
      opened={opened}
      onClose={() => undefined}
      onExited={() => setStep(needsCode ? "code" : "password")}
      title={t("title")}
      zIndex={500}
      isModal
    >
      <Stack gap="md">
        <Text size="sm">{t("words")}</Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {t("account", { email })}
        </Text>
        {step === "password" ? (
          <PasswordStep {...shared} />
        ) : step === "link" ? (
          <LinkStep {...shared} />
        ) : (
          <CodeStep key={step} isBackupCode={step === "backup-code"} {...shared} />
        )}
        <Text size="sm">
          <Anchor component="button" type="button" inherit underline="always" onClick={goToSignIn}>
            {t("someoneElse")}
          </Anchor>
        </Text>
      </Stack>
    </Dialog>
  );
}

type StepProps = { email: string; onStep: (step: Step) => void; onSignedIn: () => Promise<void> };

/** A form with one field, its error, and a way to another step. */
function OneFieldForm(props: {
  children: ReactNode;
  failure: unknown;
  other: ReactNode;
  submitLabel: string;
  isPending: boolean;
  onSubmit: () => void;
}) {
  const { children, failure, other, submitLabel, isPending, onSubmit } = props;
  const t = useTranslations("signInAgain");
  return (
    <form
      noValidate
      method="post"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        // React passes events of a dialog on to a form around it.
        event.stopPropagation();
        onSubmit();
      }}
    >
      <Stack gap="md">
        {children}
        {failure === undefined ? null : <Failure error={failure} title={t("failed")} />}
        <Group justify="space-between" gap="xs">
          {other}
          <Button type="submit" loading={isPending}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const isWrong = (error: unknown) => error !== undefined && problemOf(error).status === 401;

function PasswordStep({ email, onStep, onSignedIn }: StepProps) {
  const t = useTranslations("signInAgain");
  const { apiUrl, panelUrl } = useAddresses();
  const [password, setPassword] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const withPassword = useCall({
    call: async (typed: string) => {
      const body = { email, password: typed };
      const answer = await callRest<SignedIn>(`${apiUrl}/auth/sign-in/email`, {
        method: "POST",
        body,
      });
      if (answer.twoFactorRedirect) {
        onStep("code");
      } else {
        await onSignedIn();
      }
    },
    onError: () => field.current?.select(),
  });
  const withLink = useCall({
    call: () =>
      callRest(`${apiUrl}/auth/magic-link/send`, {
        method: "POST",
        body: { email, callbackURL: panelUrl + window.location.pathname + window.location.search },
      }),
    onSuccess: () => onStep("link"),
  });
  return (
    <OneFieldForm
      submitLabel={t("submit")}
      isPending={withPassword.isPending}
      failure={isWrong(withPassword.error) ? withLink.error : (withPassword.error ?? withLink.error)}
      onSubmit={() => {
        setIsMissing(password === "");
        if (password !== "") {
          withPassword.send(password);
        }
      }}
      other={
        <Button variant="subtle" loading={withLink.isPending} onClick={() => withLink.send()}>
          {t("useLink")}
        </Button>
      }
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        ref={field}
        label={t("password")}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
        value={password}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setIsMissing(false);
        }}
        error={isMissing ? t("missing") : isWrong(withPassword.error) ? t("wrongPassword") : undefined}
        data-autofocus
      />
    </OneFieldForm>
  );
}

const emailedCodeLength = 6;

/** Takes the emailed code, or waits until the link was used, which signs in the whole browser. */
function LinkStep({ email, onStep, onSignedIn }: StepProps) {
  const t = useTranslations("signInAgain");
  const { apiUrl } = useAddresses();
  const latest = useRef({ onStep, onSignedIn });
  useEffect(() => {
    latest.current = { onStep, onSignedIn };
  });
  useEffect(() => {
    let isChecking = false;
    const check = async () => {
      if (isChecking) {
        return;
      }
      isChecking = true;
      try {
        await callRest(`${apiUrl}/auth/get-session`);
        await latest.current.onSignedIn();
      } catch (error) {
        if (problemOf(error).code === "second_factor_required") {
          latest.current.onStep("code");
        }
      } finally {
        isChecking = false;
      }
    };
    const timer = setInterval(check, pollMs);
    return () => clearInterval(timer);
  }, [apiUrl]);
  const [code, setCode] = useState("");
  const [isIncomplete, setIsIncomplete] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const withCode = useCall({
    call: async (typed: string) => {
      const body = { email, code: typed };
      const answer = await callRest<SignedIn>(`${apiUrl}/auth/magic-link/code`, { method: "POST", body });
      if (answer.twoFactorRedirect) {
        onStep("code");
      } else {
        await onSignedIn();
      }
    },
    onError: () => field.current?.select(),
  });
  const isWrongCode = withCode.error !== undefined && problemOf(withCode.error).code === "sign_in_code_wrong";
  const digits = code.replace(/\D/g, "");
  return (
    <OneFieldForm
      submitLabel={t("submit")}
      isPending={withCode.isPending}
      failure={isWrongCode ? undefined : withCode.error}
      onSubmit={() => {
        setIsIncomplete(digits.length !== emailedCodeLength);
        if (digits.length === emailedCodeLength) {
          withCode.send(digits);
        }
      }}
      other={
        <Button variant="subtle" onClick={() => onStep("password")}>
          {t("usePassword")}
        </Button>
      }
    >
      <Text size="sm" role="status" style={{ overflowWrap: "anywhere" }}>
        {t("linkSent", { email })}
      </Text>
      <CodeInput
        ref={field}
        label={t("emailedCode")}
        value={code}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          setIsIncomplete(false);
        }}
        error={isIncomplete ? t("emailedCodeIncomplete") : isWrongCode ? t("emailedCodeWrong") : undefined}
        data-autofocus
      />
    </OneFieldForm>
  );
}

function CodeStep(props: StepProps & { isBackupCode: boolean }) {
  const { isBackupCode, onStep, onSignedIn } = props;
  const t = useTranslations("signInAgain");
  const { apiUrl } = useAddresses();
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const verify = useCall({
    call: async (typed: string) => {
      await callRest(`${apiUrl}/auth/two-factor/verify-${isBackupCode ? "backup-code" : "totp"}`, {
        method: "POST",
        body: { code: typed, trustDevice: false },
      });
      await onSignedIn();
    },
    onError: (error) => {
      const { code: problemCode } = problemOf(error);
      if (problemCode === "unauthenticated") {
        // The first step has expired.
        onStep("password");
      } else if (problemCode === "second_factor_not_due") {
        void onSignedIn();
      }
      field.current?.select();
    },
  });
  const { status } = verify.error === undefined ? { status: undefined } : problemOf(verify.error);
  const isRefused = status !== undefined && status < 500 && status !== 429;
  const shared = {
    ref: field,
    value: code,
    onChange: (event: { currentTarget: { value: string } }) => setCode(event.currentTarget.value),
    error: isRefused ? t("wrongCode") : undefined,
    "data-autofocus": true,
  };
  return (
    <OneFieldForm
      submitLabel={t("verify")}
      isPending={verify.isPending}
      failure={isRefused ? undefined : verify.error}
      onSubmit={() => verify.send(isBackupCode ? code : code.replace(/\D/g, ""))}
      other={
        <Button variant="subtle" onClick={() => onStep(isBackupCode ? "code" : "backup-code")}>
          {t(isBackupCode ? "useApp" : "useBackupCode")}
        </Button>
      }
    >
      <Text size="sm">{t(isBackupCode ? "backupWords" : "codeWords")}</Text>
      {isBackupCode ? (
        <TextInput
          label={t("backupCode")}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          {...shared}
        />
      ) : (
        <CodeInput label={t("code")} {...shared} />
      )}
    </OneFieldForm>
  );
}
