import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { pageAfterSignIn, type SignedIn } from "@/features/sign-in/page-after-sign-in.ts";
import { useCall } from "@/lib/use-call.ts";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { PlainButton } from "@/ui/plain/button.tsx";
import { PlainField } from "@/ui/plain/field.tsx";
import { PlainStack } from "@/ui/plain/layout.tsx";
import { PlainProblem } from "@/ui/plain/problem.tsx";
import type { SignInMessages } from "./sign-in-messages.ts";
import { SignInProblem } from "./sign-in-problem.tsx";

const codeLength = 6;

/** A form for the code in the email with the link. It isn't sent before a click, because five wrong codes end it. */
export function LinkCode({ words, email }: { words: SignInMessages; email: string }) {
  const { apiUrl } = useAddresses();
  const [code, setCode] = useState("");
  const [errorText, setErrorText] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const showError = (text: string) => {
    flushSync(() => {
      setErrorText(text);
      setCode("");
    });
    field.current?.focus();
  };
  const enter = useCall({
    call: (typed: string) =>
      callRest<SignedIn>(`${apiUrl}/auth/magic-link/code`, { method: "POST", body: { email, code: typed } }),
    onSuccess: (answer) => window.location.assign(pageAfterSignIn(answer)),
    onError: (error) => {
      if (problemOf(error).code === "sign_in_code_wrong") {
        showError(words.codeWrong);
      }
    },
  });
  const isBusy = enter.isPending || enter.isDone;

  const change = (typed: string) => {
    setErrorText(undefined);
    setCode(typed.replace(/\D/g, "").slice(0, codeLength));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) {
      return;
    }
    if (code.length < codeLength) {
      return showError(words.codeIncomplete);
    }
    enter.send(code);
  };

  return (
    <form onSubmit={submit} noValidate method="post">
      <PlainStack>
        {enter.error !== undefined ? <NotEntered error={enter.error} words={words} /> : null}
        <PlainField
          ref={field}
          label={words.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="123 456"
          mono="code"
          value={code}
          onChange={(event) => change(event.currentTarget.value)}
          error={errorText}
        />
        <PlainButton type="submit" loading={isBusy}>
          {words.enterCode}
        </PlainButton>
      </PlainStack>
    </form>
  );
}

/** Errors that are not about what was typed. */
function NotEntered({ error, words }: { error: unknown; words: SignInMessages }) {
  switch (problemOf(error).code) {
    case "sign_in_code_wrong":
      return null;
    case "sign_in_code_ended":
      return <PlainProblem title={words.codeEndedTitle} detail={words.codeEnded} />;
    case "sign_in_codes_paused":
      return <PlainProblem title={words.codesPausedTitle} detail={words.codesPaused} />;
    default:
      return <SignInProblem error={error} words={words} />;
  }
}
