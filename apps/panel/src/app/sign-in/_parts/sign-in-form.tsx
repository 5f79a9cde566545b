"use client";
import { IconBrandGithub, IconBrandGoogle, IconFlask, IconMail } from "@tabler/icons-react";
import type { SignInProvider } from "@zonepost/schema";
import { useState } from "react";
import type { MessagesOf } from "@/i18n/messages-of.ts";
import { useCall } from "@/lib/use-call.ts";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { PlainButton, PlainLinkButton } from "@/ui/plain/button.tsx";
import { PlainField } from "@/ui/plain/field.tsx";
import {
  PlainColumns,
  PlainDivider,
  PlainLink,
  PlainStack,
  PlainSurface,
  PlainText,
  PlainTitle,
} from "@/ui/plain/layout.tsx";
import { PlainProblem } from "@/ui/plain/problem.tsx";
import { signInErrorMessages } from "./sign-in-error.ts";
import classes from "./sign-in-form.module.css";
import { signInSchema } from "./sign-in-schema.ts";

const demo = { email: "owner@demo.test", password: "zonepost-demo-password" };
const providerNames = { google: "Google", github: "GitHub" } as const satisfies Record<
  SignInProvider,
  string
>;
const providerIcons = { google: IconBrandGoogle, github: IconBrandGithub };

type SignedIn = { twoFactorRedirect?: boolean; url?: string };
type Words = MessagesOf<"signIn"> & { emailInvalid: string };

/** Uses no translations, zod or Mantine: they would more than double the page's JavaScript. */
export function SignInForm({
  words,
  next,
  sandbox,
  providers,
  linkError,
}: {
  words: Words;
  next: string;
  sandbox: boolean;
  providers: readonly SignInProvider[];
  linkError?: string | undefined;
}) {
  const { apiUrl, panelUrl } = useAddresses();
  const [way, setWay] = useState<"password" | "link">("password");
  const form = useForm({
    initial: { email: "", password: "" },
    schema: signInSchema({
      emailInvalid: words.emailInvalid,
      passwordMissing: way === "password" ? words.passwordMissing : undefined,
    }),
  });

  const withPassword = useCall({
    call: (body: { email: string; password: string }) =>
      callRest<SignedIn>(`${apiUrl}/auth/sign-in/email`, { method: "POST", body }),
    onSuccess: (answer) =>
      window.location.assign(
        answer.twoFactorRedirect ? `/auth/2fa-verify?next=${encodeURIComponent(next)}` : next,
      ),
  });
  const withLink = useCall({
    call: (email: string) =>
      callRest(`${apiUrl}/auth/magic-link/send`, {
        method: "POST",
        body: { email, callbackURL: panelUrl + next },
      }),
  });
  const withProvider = useCall({
    call: (provider: SignInProvider) =>
      callRest<SignedIn>(`${apiUrl}/auth/sign-in/social`, {
        method: "POST",
        body: { provider, callbackURL: panelUrl + next },
      }),
    onSuccess: (answer) => {
      if (answer.url) {
        window.location.assign(answer.url);
      }
    },
  });

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
  const busy = withPassword.isPending || withPassword.isDone;

  if (withLink.isDone) {
    return (
      <PlainSurface>
        <PlainStack gap="sm" role="status">
          <PlainTitle>{words.linkSentTitle}</PlainTitle>
          <PlainText>{words.linkSent.replace("{email}", () => form.values.email.trim())}</PlainText>
          <PlainText size="sm" tone="dimmed">
            {words.linkSentHint}
          </PlainText>
          {sandbox ? (
            <PlainLinkButton href="/sandbox/outbox" icon={<IconFlask size={18} aria-hidden />}>
              {words.openOutbox}
            </PlainLinkButton>
          ) : null}
          <PlainButton look="default" onClick={() => withLink.reset()}>
            {words.back}
          </PlainButton>
        </PlainStack>
      </PlainSurface>
    );
  }

  return (
    <PlainStack gap="lg">
      <PlainSurface>
        <PlainStack>
          <PlainTitle>{words.heading}</PlainTitle>
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
          {way === "password" ? <PlainLink href="/auth/password-reset">{words.forgot}</PlainLink> : null}
          <PlainButton
            look="default"
            icon={way === "password" ? <IconMail size={18} aria-hidden /> : undefined}
            onClick={() => {
              setWay(way === "password" ? "link" : "password");
              withPassword.reset();
              withLink.reset();
            }}
          >
            {way === "password" ? words.useLink : words.usePassword}
          </PlainButton>
          {providers.length > 0 ? (
            <>
              <PlainDivider label={words.or} />
              <PlainColumns>
                {providers.map((provider) => {
                  const Icon = providerIcons[provider];
                  return (
                    <PlainButton
                      key={provider}
                      look="default"
                      icon={<Icon size={18} aria-hidden />}
                      loading={withProvider.isPending && withProvider.input === provider}
                      onClick={() => withProvider.send(provider)}
                    >
                      {providerNames[provider]}
                    </PlainButton>
                  );
                })}
              </PlainColumns>
            </>
          ) : null}
        </PlainStack>
      </PlainSurface>
      {sandbox ? (
        <div className={classes.demo}>
          <p className={classes.demoTitle}>{words.demoTitle}</p>
          <PlainText size="sm" tone="dimmed">
            {words.demo} <code>{demo.email}</code>
          </PlainText>
          <div className={classes.demoFill}>
            <PlainButton
              look="default"
              size="xs"
              icon={<IconFlask size={16} aria-hidden />}
              onClick={() => {
                setWay("password");
                form.set("email", demo.email);
                form.set("password", demo.password);
              }}
            >
              {words.demoFill}
            </PlainButton>
          </div>
        </div>
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

function SignInProblem({ error, words }: { error: unknown; words: Words }) {
  const { status, detail, requestId, unreachable } = problemOf(error);
  if (unreachable) {
    return <PlainProblem title={words.unreachableTitle} detail={words.unreachable} />;
  }
  if (status === 401) {
    return <PlainProblem title={words.wrongTitle} detail={words.wrong} />;
  }
  if (status === 429) {
    return <PlainProblem title={words.tooManyTitle} detail={words.tooMany} />;
  }
  return <PlainProblem title={words.failedTitle} detail={detail} requestId={requestId} />;
}
