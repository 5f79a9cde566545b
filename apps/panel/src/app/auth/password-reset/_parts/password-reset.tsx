"use client";
import { IconFlask } from "@tabler/icons-react";
import { newPassword, passwordResetRequestInput } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { z } from "zod";
import { useLinkToken } from "@/features/sign-in/use-link-token.ts";
import { PlainFailure } from "@/lib/plain-failure.tsx";
import { useCall } from "@/lib/use-call.ts";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { PlainButton, PlainLinkButton } from "@/ui/plain/button.tsx";
import { PlainField } from "@/ui/plain/field.tsx";
import {
  PlainLink,
  PlainSkeleton,
  PlainStack,
  PlainSurface,
  PlainText,
  PlainTitle,
} from "@/ui/plain/layout.tsx";
import { PlainProblem } from "@/ui/plain/problem.tsx";

/** Requests a reset link, or sets the new password if opened with one. */
export function PasswordReset({ sandbox }: { sandbox: boolean }) {
  const { token, forget } = useLinkToken("password-reset");
  const [isSpent, setIsSpent] = useState(false);
  const spend = () => {
    forget();
    setIsSpent(true);
  };
  return (
    <PlainSurface>
      {token === undefined ? (
        <PlainStack aria-busy="true">
          <PlainSkeleton height={28} width="60%" />
          <PlainSkeleton height={64} />
          <PlainSkeleton height={36} />
        </PlainStack>
      ) : token === null || isSpent ? (
        <AskForLink sandbox={sandbox} isSpent={isSpent} />
      ) : (
        <ChoosePassword key={token} token={token} onDone={forget} onSpent={spend} />
      )}
    </PlainSurface>
  );
}

function AskForLink({ sandbox, isSpent }: { sandbox: boolean; isSpent: boolean }) {
  const t = useTranslations("passwordReset");
  const { apiUrl } = useAddresses();
  const form = useForm({ initial: { email: "" }, schema: passwordResetRequestInput });
  const requestLink = useCall({
    call: (body: z.output<typeof passwordResetRequestInput>) =>
      callRest(`${apiUrl}/auth/password/reset-request`, { method: "POST", body }),
    onError: (error) => {
      form.showServerErrors(problemOf(error).errors);
    },
  });
  if (requestLink.isDone) {
    return (
      <PlainStack gap="sm" role="status">
        <PlainTitle>{t("sentTitle")}</PlainTitle>
        <PlainText>{t("sent", { email: requestLink.input?.email ?? "" })}</PlainText>
        <PlainText size="sm" tone="dimmed">
          {t("sentHint")}
        </PlainText>
        {sandbox ? (
          <PlainLinkButton href="/sandbox/outbox" icon={<IconFlask size={18} aria-hidden />}>
            {t("openOutbox")}
          </PlainLinkButton>
        ) : null}
        <PlainButton look="default" onClick={() => requestLink.reset()}>
          {t("again")}
        </PlainButton>
      </PlainStack>
    );
  }
  const failure =
    requestLink.error && problemOf(requestLink.error).errors.length === 0 ? requestLink.error : undefined;
  return (
    <PlainStack>
      <PlainTitle>{t("title")}</PlainTitle>
      {isSpent && !failure ? <PlainProblem title={t("spentTitle")} detail={t("spent")} /> : null}
      {failure ? <NotDone error={failure} title={t("notSent")} /> : null}
      <PlainText>{t("words")}</PlainText>
      <form
        ref={form.formRef}
        onSubmit={form.submit((body) => requestLink.send(body))}
        noValidate
        method="post"
      >
        <PlainStack>
          <PlainField
            label={t("email")}
            type="email"
            autoComplete="username"
            inputMode="email"
            {...form.text("email")}
          />
          <PlainButton type="submit" loading={requestLink.isPending}>
            {t("send")}
          </PlainButton>
        </PlainStack>
      </form>
      <PlainLink href="/sign-in">{t("toSignIn")}</PlainLink>
    </PlainStack>
  );
}

function ChoosePassword(props: { token: string; onDone: () => void; onSpent: () => void }) {
  const { token, onDone, onSpent } = props;
  const t = useTranslations("passwordReset");
  const { apiUrl } = useAddresses();
  const form = useForm({ initial: { newPassword: "" }, schema: z.object({ newPassword }) });
  const choose = useCall({
    call: (body: { newPassword: string }) =>
      callRest(`${apiUrl}/auth/password/reset`, { method: "POST", body: { token, ...body } }),
    onSuccess: onDone,
    onError: (error) => {
      const { status, errors, unreachable } = problemOf(error);
      const unplacedErrors = form.showServerErrors(errors);
      // Any other error concerns the link.
      if (
        !unreachable &&
        status !== 429 &&
        (status ?? 500) < 500 &&
        (errors.length === 0 || unplacedErrors.length > 0)
      ) {
        onSpent();
      }
    },
  });
  if (choose.isDone) {
    return (
      <PlainStack gap="sm" role="status">
        <PlainTitle>{t("doneTitle")}</PlainTitle>
        <PlainText>{t("done")}</PlainText>
        <PlainLinkButton href="/sign-in">{t("signIn")}</PlainLinkButton>
      </PlainStack>
    );
  }
  const failure = choose.error && problemOf(choose.error).errors.length === 0 ? choose.error : undefined;
  return (
    <PlainStack>
      <PlainTitle>{t("chooseTitle")}</PlainTitle>
      <PlainText>{t("choose")}</PlainText>
      {failure ? <NotDone error={failure} title={t("notChanged")} /> : null}
      <form ref={form.formRef} onSubmit={form.submit((body) => choose.send(body))} noValidate method="post">
        <PlainStack>
          <PlainField
            label={t("newPassword")}
            description={t("newPasswordHint")}
            autoComplete="new-password"
            reveal={t("showPassword")}
            {...form.text("newPassword")}
          />
          <PlainButton type="submit" loading={choose.isPending}>
            {t("change")}
          </PlainButton>
        </PlainStack>
      </form>
    </PlainStack>
  );
}

function NotDone({ error, title }: { error: unknown; title: string }) {
  const t = useTranslations("passwordReset");
  if (problemOf(error).status === 429) {
    return <PlainProblem title={title} detail={t("tooMany")} />;
  }
  return <PlainFailure error={error} title={title} />;
}
