"use client";
import { Anchor, Button, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { IconFlask, IconMail } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { emailAddress, type SignInProvider } from "@zonepost/schema";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { z } from "zod";
import { ProviderButtons } from "@/features/sign-in/provider-buttons.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { Surface } from "@/ui/frame/surface.tsx";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";
import { signInErrorWords } from "./sign-in-error.ts";
import classes from "./sign-in-form.module.css";

const demo = { email: "owner@demo.test", password: "zonepost-demo-password" };

type SignedIn = { twoFactorRedirect?: boolean; url?: string };

export function SignInForm({
  next,
  sandbox,
  providers,
  linkError,
}: {
  next: string;
  sandbox: boolean;
  providers: readonly SignInProvider[];
  linkError?: string;
}) {
  const t = useTranslations("signIn");
  const { apiUrl, panelUrl } = useAddresses();
  const [way, setWay] = useState<"password" | "link">("password");
  const schema = z.object({
    email: emailAddress,
    password: way === "password" ? z.string().min(1, t("passwordMissing")) : z.string(),
  });
  const form = useForm({ initial: { email: "", password: "" }, schema });

  const withPassword = useMutation({
    mutationFn: (body: { email: string; password: string }) =>
      callRest<SignedIn>(`${apiUrl}/auth/sign-in/email`, { method: "POST", body }),
    onSuccess: (answer) =>
      window.location.assign(
        answer.twoFactorRedirect ? `/auth/2fa-verify?next=${encodeURIComponent(next)}` : next,
      ),
  });
  const withLink = useMutation({
    mutationFn: (email: string) =>
      callRest(`${apiUrl}/auth/magic-link/send`, {
        method: "POST",
        body: { email, callbackURL: panelUrl + next },
      }),
  });
  const withProvider = useMutation({
    mutationFn: (provider: SignInProvider) =>
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
      withPassword.mutate({ email, password });
    } else {
      withLink.mutate(email);
    }
  });

  const errorWords = signInErrorWords(linkError ?? "");
  const failure = withPassword.error ?? withLink.error ?? withProvider.error;
  const busy = withPassword.isPending || withPassword.isSuccess;

  if (withLink.isSuccess) {
    return (
      <Surface>
        <Stack gap="sm" role="status">
          <Title order={1} size="h3">
            {t("linkSentTitle")}
          </Title>
          <Text>{t("linkSent", { email: form.values.email.trim() })}</Text>
          <Text size="sm" c="dimmed">
            {t("linkSentHint")}
          </Text>
          {sandbox ? (
            <Button component={Link} href="/sandbox/outbox" leftSection={<IconFlask size={18} aria-hidden />}>
              {t("openOutbox")}
            </Button>
          ) : null}
          <Button variant="default" onClick={() => withLink.reset()}>
            {t("back")}
          </Button>
        </Stack>
      </Surface>
    );
  }

  return (
    <Stack gap="lg">
      <Surface>
        <Stack gap="md">
          <Title order={1} size="h3">
            {t("heading")}
          </Title>
          {linkError && !failure ? (
            <ProblemAlert
              title={errorWords === "linkSpent" ? t("linkSpentTitle") : t("notSignedInTitle")}
              detail={t(errorWords)}
            />
          ) : null}
          {failure ? <SignInProblem error={failure} /> : null}
          <form ref={form.formRef} onSubmit={send} noValidate method="post">
            <Stack gap="md">
              <TextInput
                label={t("email")}
                type="email"
                autoComplete="username"
                inputMode="email"
                required
                withAsterisk={false}
                {...form.text("email")}
              />
              {way === "password" ? (
                <PasswordInput
                  label={t("password")}
                  autoComplete="current-password"
                  required
                  withAsterisk={false}
                  visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
                  {...form.text("password")}
                />
              ) : null}
              <Button type="submit" fullWidth loading={busy || withLink.isPending}>
                {way === "password" ? t("submit") : t("sendLink")}
              </Button>
            </Stack>
          </form>
          {way === "password" ? (
            <Anchor component={Link} href="/auth/password-reset" size="sm" ta="center">
              {t("forgot")}
            </Anchor>
          ) : null}
          <Button
            variant="default"
            fullWidth
            leftSection={way === "password" ? <IconMail size={18} aria-hidden /> : undefined}
            onClick={() => {
              setWay(way === "password" ? "link" : "password");
              withPassword.reset();
              withLink.reset();
            }}
          >
            {way === "password" ? t("useLink") : t("usePassword")}
          </Button>
          <ProviderButtons
            providers={providers}
            label={t("or")}
            loading={withProvider.isPending ? withProvider.variables : undefined}
            onChoose={(provider) => withProvider.mutate(provider)}
          />
        </Stack>
      </Surface>
      {sandbox ? (
        <div className={classes.demo}>
          <Text size="sm" fw={600}>
            {t("demoTitle")}
          </Text>
          <Text size="sm" c="dimmed">
            {t("demo")} <code>{demo.email}</code>
          </Text>
          <Button
            variant="default"
            size="xs"
            mt="xs"
            leftSection={<IconFlask size={16} aria-hidden />}
            onClick={() => {
              setWay("password");
              form.set("email", demo.email);
              form.set("password", demo.password);
            }}
          >
            {t("demoFill")}
          </Button>
        </div>
      ) : null}
      <Text size="sm" c="dimmed" ta="center">
        {t("byInvitation")}
        {sandbox ? (
          <>
            {" "}
            <Anchor component={Link} href="/sandbox/outbox" size="sm" underline="always">
              {t("outboxLink")}
            </Anchor>
          </>
        ) : null}
      </Text>
    </Stack>
  );
}

function SignInProblem({ error }: { error: unknown }) {
  const t = useTranslations("signIn");
  const { status, detail, requestId, unreachable } = problemOf(error);
  if (unreachable) {
    return <ProblemAlert title={t("unreachableTitle")} detail={t("unreachable")} />;
  }
  if (status === 401) {
    return <ProblemAlert title={t("wrongTitle")} detail={t("wrong")} />;
  }
  if (status === 429) {
    return <ProblemAlert title={t("tooManyTitle")} detail={t("tooMany")} />;
  }
  return <ProblemAlert title={t("failedTitle")} detail={detail} requestId={requestId} />;
}
