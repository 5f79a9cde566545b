"use client";
import { Anchor, Button, Group, PasswordInput, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { totpCode } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { z } from "zod";
import { Failure } from "@/lib/failure.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { callRest } from "@/trpc/rest.ts";
import { goToSignIn } from "@/trpc/session-recovery.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { CodeInput } from "@/ui/form/code-input.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { Dialog } from "@/ui/frame/dialog.tsx";
import { FailureAlert } from "@/ui/notices/failure-alert.tsx";

type Way = "code" | "password" | "sign-in";

/** Confirms the user's identity with their second factor, their password, or a new sign-in. */
export function StepUpDialog(props: { opened: boolean; onConfirmed: () => void; onClose: () => void }) {
  const { opened, onConfirmed, onClose } = props;
  const t = useTranslations("stepUp");
  const trpc = useTRPC();
  const { data: profile, isError } = useQuery({ ...trpc.me.get.queryOptions(), enabled: opened });
  const way: Way | undefined = profile
    ? profile.user.twoFactorEnabled
      ? "code"
      : profile.hasPassword
        ? "password"
        : "sign-in"
    : isError
      ? "password"
      : undefined;
  return (
    // It may open on top of another dialog.
    <Dialog opened={opened} onClose={onClose} title={t("title")} zIndex={400}>
      {way === undefined ? (
        <Skeleton height={140} aria-busy />
      ) : way === "sign-in" ? (
        <SignInAgain onClose={onClose} />
      ) : (
        <Proof key={way} way={way} onConfirmed={onConfirmed} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Proof(props: { way: "code" | "password"; onConfirmed: () => void; onClose: () => void }) {
  const { way, onConfirmed, onClose } = props;
  const t = useTranslations("stepUp");
  const { apiUrl } = useAddresses();
  const signOut = useSignInAgain();
  const schema =
    way === "code"
      ? z.object({ code: totpCode })
      : z.object({ password: z.string().min(1, t("missing")).max(1024) });
  const form = useForm({ initial: { code: "", password: "" }, schema });
  const { formRef } = form;
  // The dialog moves the focus when it opens, possibly before its field is known.
  useEffect(() => {
    formRef.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, [formRef]);
  const confirm = useSubmit({
    mutationFn: (body: z.output<typeof schema>) =>
      callRest(`${apiUrl}/auth/step-up`, { method: "POST", body }),
    onSuccess: onConfirmed,
    form,
  });
  return (
    <form ref={form.formRef} noValidate method="post" onSubmit={form.submit((body) => confirm.mutate(body))}>
      <Stack gap="md">
        <Text size="sm">{t(way === "code" ? "whyCode" : "whyPassword")}</Text>
        {way === "code" ? (
          <CodeInput label={t("code")} description={t("codeHint")} data-autofocus {...form.text("code")} />
        ) : (
          <PasswordInput
            label={t("password")}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
            data-autofocus
            {...form.text("password")}
          />
        )}
        <Text size="sm" c="dimmed">
          {t(way === "code" ? "noCode" : "noPassword")}{" "}
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            onClick={() => signOut.mutate()}
          >
            {t("signInAgain")}
          </Anchor>
        </Text>
        {confirm.failure ? <FailureAlert failure={confirm.failure} title={t("failed")} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" loading={confirm.isPending}>
            {t("confirm")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A new sign-in by any method counts as confirmation. */
function useSignInAgain() {
  const { apiUrl } = useAddresses();
  return useSubmit({
    mutationFn: () => callRest(`${apiUrl}/auth/sign-out`, { method: "POST", body: {} }),
    onSuccess: goToSignIn,
  });
}

function SignInAgain({ onClose }: { onClose: () => void }) {
  const t = useTranslations("stepUp");
  const signOut = useSignInAgain();
  return (
    <Stack gap="md">
      <Text size="sm">{t("whySignIn")}</Text>
      {signOut.error ? <Failure error={signOut.error} title={t("failed")} /> : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t("cancel")}
        </Button>
        <Button loading={signOut.isPending} onClick={() => signOut.mutate()}>
          {t("signInAgain")}
        </Button>
      </Group>
    </Stack>
  );
}
