"use client";
import { Anchor, Button, PasswordInput, Skeleton, Stack, Text, TextInput, Title } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { newPassword, passwordResetRequestInput } from "@zonepost/schema";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { z } from "zod";
import { useLinkToken } from "@/features/sign-in/use-link-token.ts";
import { Failure } from "@/lib/failure.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { Surface } from "@/ui/frame/surface.tsx";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";

/** Asks for the address; whoever comes with a link from the mail chooses the new password. */
export function PasswordReset({ sandbox }: { sandbox: boolean }) {
  const { token, forget } = useLinkToken("password-reset");
  const [isSpent, setIsSpent] = useState(false);
  const spend = () => {
    forget();
    setIsSpent(true);
  };
  return (
    <Surface>
      {token === undefined ? (
        <Stack gap="md" aria-busy="true">
          <Skeleton height={28} width="60%" />
          <Skeleton height={64} />
          <Skeleton height={36} />
        </Stack>
      ) : token === null || isSpent ? (
        <AskForLink sandbox={sandbox} isSpent={isSpent} />
      ) : (
        <ChoosePassword key={token} token={token} onDone={forget} onSpent={spend} />
      )}
    </Surface>
  );
}

function AskForLink({ sandbox, isSpent }: { sandbox: boolean; isSpent: boolean }) {
  const t = useTranslations("passwordReset");
  const { apiUrl } = useAddresses();
  const form = useForm({ initial: { email: "" }, schema: passwordResetRequestInput });
  const ask = useMutation({
    mutationFn: (body: z.output<typeof passwordResetRequestInput>) =>
      callRest(`${apiUrl}/auth/password/reset-request`, { method: "POST", body }),
    onError: (error) => {
      form.showServerErrors(problemOf(error).errors);
    },
  });
  if (ask.isSuccess) {
    return (
      <Stack gap="sm" role="status">
        <Title order={1} size="h3">
          {t("sentTitle")}
        </Title>
        <Text>{t("sent", { email: ask.variables.email })}</Text>
        <Text size="sm" c="dimmed">
          {t("sentHint")}
        </Text>
        {sandbox ? (
          <Button component={Link} href="/sandbox/outbox" leftSection={<IconFlask size={18} aria-hidden />}>
            {t("openOutbox")}
          </Button>
        ) : null}
        <Button variant="default" onClick={() => ask.reset()}>
          {t("again")}
        </Button>
      </Stack>
    );
  }
  const failure = ask.error && problemOf(ask.error).errors.length === 0 ? ask.error : undefined;
  return (
    <Stack gap="md">
      <Title order={1} size="h3">
        {t("title")}
      </Title>
      {isSpent && !failure ? <ProblemAlert title={t("spentTitle")} detail={t("spent")} /> : null}
      {failure ? <NotDone error={failure} title={t("notSent")} /> : null}
      <Text>{t("words")}</Text>
      <form ref={form.formRef} onSubmit={form.submit((body) => ask.mutate(body))} noValidate method="post">
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
          <Button type="submit" fullWidth loading={ask.isPending}>
            {t("send")}
          </Button>
        </Stack>
      </form>
      <Anchor component={Link} href="/sign-in" size="sm" ta="center">
        {t("toSignIn")}
      </Anchor>
    </Stack>
  );
}

function ChoosePassword(props: { token: string; onDone: () => void; onSpent: () => void }) {
  const { token, onDone, onSpent } = props;
  const t = useTranslations("passwordReset");
  const { apiUrl } = useAddresses();
  const form = useForm({ initial: { newPassword: "" }, schema: z.object({ newPassword }) });
  const choose = useMutation({
    mutationFn: (body: { newPassword: string }) =>
      callRest(`${apiUrl}/auth/password/reset`, { method: "POST", body: { token, ...body } }),
    onSuccess: onDone,
    onError: (error) => {
      const { status, errors, unreachable } = problemOf(error);
      const homeless = form.showServerErrors(errors);
      // What is not the password's fault is the link's.
      if (
        !unreachable &&
        status !== 429 &&
        (status ?? 500) < 500 &&
        (errors.length === 0 || homeless.length > 0)
      ) {
        onSpent();
      }
    },
  });
  if (choose.isSuccess) {
    return (
      <Stack gap="sm" role="status">
        <Title order={1} size="h3">
          {t("doneTitle")}
        </Title>
        <Text>{t("done")}</Text>
        <Button component={Link} href="/sign-in">
          {t("signIn")}
        </Button>
      </Stack>
    );
  }
  const failure = choose.error && problemOf(choose.error).errors.length === 0 ? choose.error : undefined;
  return (
    <Stack gap="md">
      <Title order={1} size="h3">
        {t("chooseTitle")}
      </Title>
      <Text>{t("choose")}</Text>
      {failure ? <NotDone error={failure} title={t("notChanged")} /> : null}
      <form ref={form.formRef} onSubmit={form.submit((body) => choose.mutate(body))} noValidate method="post">
        <Stack gap="md">
          <PasswordInput
            label={t("newPassword")}
            description={t("newPasswordHint")}
            autoComplete="new-password"
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
            {...form.text("newPassword")}
          />
          <Button type="submit" fullWidth loading={choose.isPending}>
            {t("change")}
          </Button>
        </Stack>
      </form>
    </Stack>
  );
}

function NotDone({ error, title }: { error: unknown; title: string }) {
  const t = useTranslations("passwordReset");
  if (problemOf(error).status === 429) {
    return <ProblemAlert title={title} detail={t("tooMany")} />;
  }
  return <Failure error={error} title={title} />;
}
