"use client";
import { IconMail } from "@tabler/icons-react";
import type { SignInProvider } from "@zonepost/schema";
import { useState } from "react";
import { problemOf } from "@/trpc/problem-of.ts";
import { useForm } from "@/ui/form/use-form.ts";
import { PlainButton } from "@/ui/plain/button.tsx";
import { PlainField } from "@/ui/plain/field.tsx";
import {
  PlainDivider,
  PlainLink,
  PlainStack,
  PlainSurface,
  PlainText,
  PlainTitle,
} from "@/ui/plain/layout.tsx";
import { PlainProblem } from "@/ui/plain/problem.tsx";
import { DemoAccount } from "./demo-account.tsx";
import { LinkSent } from "./link-sent.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { signInErrorMessages } from "./sign-in-error.ts";
import type { SignInMessages } from "./sign-in-messages.ts";
import { pausedCode, SignInProblem } from "./sign-in-problem.tsx";
import { signInSchema } from "./sign-in-schema.ts";
import { useSignIn } from "./use-sign-in.ts";

/** Uses no translations, zod or Mantine: they would more than double the page's JavaScript. */
export function SignInForm({
  words,
  next,
  sandbox,
  providers,
  isPasswordOnly = false,
  linkError,
  method = "password",
}: {
  words: SignInMessages;
  next: string;
  sandbox: boolean;
  providers: readonly SignInProvider[];
  /** No link or reset of a password can be emailed. */
  isPasswordOnly?: boolean;
  linkError?: string | undefined;
  method?: "password" | "link";
}) {
  const [way, setWay] = useState(method);
  const form = useForm({
    initial: { email: "", password: "" },
    schema: signInSchema({ passwordMissing: way === "password" ? words.passwordMissing : undefined }),
  });

  const { withPassword, withLink, withProvider } = useSignIn(next);
  const send = form.submit(({ email, password }) => {
    withProvider.reset();
    if (way === "password") {
      withPassword.send({ email, password });
    } else {
      withLink.send(email);
    }
  });

  const errorMessages = signInErrorMessages(linkError ?? "");
  const failure = withPassword.error ?? withLink.error ?? withProvider.error;
  const isPaused = failure ? problemOf(failure).code === pausedCode : false;
  const busy = withPassword.isPending || withPassword.isDone;

  if (withLink.isDone) {
    const email = form.parsed?.email ?? form.values.email;
    return <LinkSent words={words} email={email} sandbox={sandbox} onBack={() => withLink.reset()} />;
  }

  return (
    <PlainStack gap="lg">
      <PlainSurface>
        <PlainStack>
          <PlainTitle>{words.heading}</PlainTitle>
          <noscript>
            <PlainText>{words.noScript}</PlainText>
          </noscript>
          {linkError && !failure ? (
            <PlainProblem
              title={errorMessages === "linkSpent" ? words.linkSpentTitle : words.notSignedInTitle}
              detail={words[errorMessages]}
            />
          ) : null}
          {failure ? <SignInProblem error={failure} words={words} /> : null}
          <form ref={form.formRef} onSubmit={send} noValidate method="post">
            <PlainStack>
              <PlainField
                label={words.email}
                type="email"
                autoComplete="username"
                inputMode="email"
                {...form.text("email")}
              />
              {way === "password" ? (
                <PlainField
                  label={words.password}
                  autoComplete="current-password"
                  reveal={words.showPassword}
                  {...form.text("password")}
                />
              ) : null}
              <PlainButton type="submit" loading={busy || withLink.isPending}>
                {way === "password" ? words.submit : words.sendLink}
              </PlainButton>
            </PlainStack>
          </form>
          {way === "password" && !isPasswordOnly ? (
            <PlainLink href="/auth/password-reset">{words.forgot}</PlainLink>
          ) : null}
          {isPasswordOnly ? null : (
            <PlainButton
              look="default"
              icon={way === "password" ? <IconMail size={18} aria-hidden /> : undefined}
              onClick={() => {
                withPassword.reset();
                if (isPaused) {
                  return withLink.send(form.parsed?.email ?? form.values.email);
                }
                setWay(way === "password" ? "link" : "password");
                withLink.reset();
              }}
            >
              {way === "password" ? words.useLink : words.usePassword}
            </PlainButton>
          )}
          {providers.length > 0 ? (
            <>
              <PlainDivider label={words.or} />
              <ProviderButtons
                providers={providers}
                pending={withProvider.isPending ? withProvider.input : undefined}
                onChoose={(provider) => withProvider.send(provider)}
              />
            </>
          ) : null}
        </PlainStack>
      </PlainSurface>
      {sandbox ? (
        <DemoAccount
          words={words}
          onFill={({ email, password }) => {
            setWay("password");
            form.set("email", email);
            form.set("password", password);
          }}
        />
      ) : null}
      <PlainText size="sm" tone="dimmed" align="center">
        {words.byInvitation}
        {sandbox ? (
          <>
            {" "}
            <PlainLink href="/sandbox/outbox" isUnderlined>
              {words.outboxLink}
            </PlainLink>
          </>
        ) : null}
      </PlainText>
    </PlainStack>
  );
}
