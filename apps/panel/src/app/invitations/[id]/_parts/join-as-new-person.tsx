"use client";
import { Button, PasswordInput, Radio, Stack, Text, TextInput } from "@mantine/core";
import { displayName, newPassword, type SignInProvider } from "@zonepost/schema";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { z } from "zod";
import { ProviderButtons, providerNames } from "@/features/sign-in/provider-buttons.tsx";
import { Failure } from "@/lib/failure.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";
import { type HeldLink, type Person, useJoin, welcomePath } from "./use-join.ts";

type Input = Person & { provider?: SignInProvider };

/** The form for people without an account: name and sign-in method. */
export function JoinAsNewPerson(props: {
  link: HeldLink;
  email: string;
  workspaceName: string;
  providers: readonly SignInProvider[];
  forget: () => void;
  onChanged: () => void;
}) {
  const { link, email, workspaceName, providers, forget, onChanged } = props;
  const t = useTranslations("invitation");
  const format = useFormatter();
  const { apiUrl, panelUrl } = useAddresses();
  const [way, setWay] = useState<"password" | "none">("password");
  const form = useForm({
    initial: { name: "", password: "" },
    schema:
      way === "password"
        ? z.object({ name: displayName, password: newPassword })
        : z.object({ name: displayName }),
  });
  const join = useJoin<Input>({
    link,
    forget,
    onChanged,
    // Requested before the invitation is accepted, so that a failing provider changes nothing.
    before: async ({ provider }) => {
      if (!provider) {
        return undefined;
      }
      const answer = await callRest<{ url?: string }>(`${apiUrl}/auth/sign-in/social`, {
        method: "POST",
        body: { provider, callbackURL: panelUrl + welcomePath },
      });
      return answer.url;
    },
    onError: (error) => {
      form.showServerErrors(problemOf(error).errors);
    },
  });
  const isBusy = join.isPending || join.isSuccess;
  const withProvider = (provider: SignInProvider) => {
    const name = displayName.safeParse(form.values.name);
    if (name.success) {
      return join.mutate({ name: name.data, provider });
    }
    form.showServerErrors([{ pointer: "/name", message: t("nameFirst") }]);
  };
  const withoutPasswordHint =
    providers.length > 0
      ? t("withoutPasswordProvidersHint", {
          email,
          providers: format.list(
            providers.map((provider) => providerNames[provider]),
            { type: "disjunction" },
          ),
        })
      : t("withoutPasswordHint", { email });
  const failure = join.error && problemOf(join.error).errors.length === 0 ? join.error : undefined;
  return (
    <Stack gap="md">
      {failure ? <NotJoined error={failure} /> : null}
      <form
        ref={form.formRef}
        onSubmit={form.submit((person) => join.mutate(person))}
        noValidate
        method="post"
      >
        <Stack gap="md">
          {/* Lets the browser keep the password under the right name. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <TextInput
            label={t("name")}
            description={t("nameHint")}
            autoComplete="name"
            required
            withAsterisk={false}
            {...form.text("name")}
          />
          <Radio.Group
            label={t("way")}
            value={way}
            onChange={(value) => setWay(value === "none" ? "none" : "password")}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="password" label={t("withPassword")} />
              <Radio value="none" label={t("withoutPassword")} description={withoutPasswordHint} />
            </Stack>
          </Radio.Group>
          {way === "password" ? (
            <PasswordInput
              label={t("password")}
              description={t("passwordHint")}
              autoComplete="new-password"
              required
              withAsterisk={false}
              visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
              {...form.text("password")}
            />
          ) : null}
          <Button type="submit" fullWidth loading={isBusy && !join.variables?.provider}>
            {t("join", { workspace: workspaceName })}
          </Button>
        </Stack>
      </form>
      <ProviderButtons
        providers={providers}
        label={t("orWith")}
        loading={isBusy ? join.variables?.provider : undefined}
        onChoose={withProvider}
      />
      {providers.length > 0 ? (
        <Text size="xs" c="dimmed">
          {t("providerHint", { email })}
        </Text>
      ) : null}
    </Stack>
  );
}

function NotJoined({ error }: { error: unknown }) {
  const t = useTranslations("invitation");
  const { status } = problemOf(error);
  if (status === 429) {
    return <ProblemAlert title={t("notJoined")} detail={t("tooMany")} />;
  }
  return <Failure error={error} title={t("notJoined")} />;
}
