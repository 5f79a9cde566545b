"use client";
import { Anchor, Radio, Skeleton, Text, TextInput } from "@mantine/core";
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ZoneInput, zoneInput } from "@zonepost/schema";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { DomainField } from "@/features/domain-choice/domain-field.tsx";
import { zonePath } from "@/lib/paths.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { PageForm } from "@/ui/form/page-form.tsx";
import { useForm } from "@/ui/form/use-form.ts";
import { PageHeader } from "@/ui/frame/page-header.tsx";
import { Link } from "@/ui/link.tsx";
import { FailureAlert } from "@/ui/notices/failure-alert.tsx";
import { CreationPreview } from "./creation-preview.tsx";
import classes from "./new-zone.module.css";
import { proofOf } from "./proof-of.ts";
import { ProofRequired } from "./proof-required.tsx";
import { ZoneFileField } from "./zone-file-field.tsx";

type Source = "own" | "other";

/** Creates a zone in two steps: the first shows what the second does. */
export function NewZone({ name }: { name: string }) {
  const t = useTranslations("zones");
  return (
    <>
      <PageHeader
        title={t("createTitle")}
        crumbs={[{ label: t("title"), href: "/zones" }]}
        below={<Text c="dimmed">{t("createWords")}</Text>}
      />
      <NewZoneForm name={name} />
    </>
  );
}

function NewZoneForm({ name }: { name: string }) {
  const t = useTranslations("zones");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [source, setSource] = useState<Source>("own");
  const [asked, setAsked] = useState<ZoneInput>();
  const form = useForm({
    initial: { name, zoneFile: "" },
    schema: zoneInput,
    toInput: (values) => ({
      name: values.name,
      zoneFile: values.zoneFile.trim() ? values.zoneFile : undefined,
    }),
  });
  const isAsked = asked !== undefined && JSON.stringify(asked) === JSON.stringify(form.parsed ?? null);
  const preview = useQuery({
    queryKey: ["zone-creation-preview", asked],
    queryFn: asked === undefined ? skipToken : () => client.zones.previewCreation.mutate(asked),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const create = useSubmit({
    mutationFn: (input: ZoneInput) => client.zones.create.mutate(input),
    onSuccess: async (zone) => {
      router.push(zonePath(zone.name));
      await queryClient.invalidateQueries(trpc.zones.pathFilter());
    },
    onError: () => void preview.refetch(),
  });
  const shown = isAsked && !preview.isFetching ? preview.data : undefined;
  const failure = isAsked && preview.isError && !preview.isFetching ? problemOf(preview.error) : undefined;
  const proof = failure && proofOf(failure);
  const nameError = form.error("name") ?? failure?.errors.find(({ pointer }) => pointer === "/name")?.message;
  const isOnFields = failure !== undefined && failure.errors.length > 0;
  // The answer is below a long field.
  const answer = useRef<HTMLDivElement>(null);
  const hasAnswer = shown !== undefined || failure !== undefined;
  useEffect(() => {
    if (hasAnswer) {
      answer.current?.scrollIntoView({ block: "nearest" });
    }
  }, [hasAnswer]);
  const submit = (input: ZoneInput) => {
    if (shown) {
      create.mutate(input);
    } else if (isAsked) {
      void preview.refetch();
    } else {
      setAsked(input);
    }
  };
  return (
    <PageForm
      form={form}
      submission={{ ...create, isPending: preview.isFetching || create.isPending || create.isSuccess }}
      onSubmit={form.submit(submit)}
      submitLabel={shown ? t("create") : proof ? t("checkAgain") : t("preview")}
      failedTitle={t("notCreated")}
      cancelHref="/zones"
      gap="lg"
      maxWidth={860}
    >
      <Radio.Group
        label={t("source")}
        value={source}
        onChange={(chosen) => {
          setSource(chosen as Source);
          form.set("name", "");
        }}
      >
        <Radio value="own" label={t("source_own")} mt={6} />
        <Radio value="other" label={t("source_other")} mt={8} />
      </Radio.Group>
      {source === "own" ? (
        <DomainField
          autoFocus={name === ""}
          label={t("domain")}
          description={() => t("domainHint")}
          status="active"
          unavailable={() => undefined}
          value={form.values.name}
          onChange={(chosen) => form.set("name", chosen)}
          onBlur={() => form.validateField("name")}
          error={nameError !== undefined && form.values.name === "" ? t("domainMissing") : nameError}
        />
      ) : (
        <TextInput
          label={t("name")}
          description={t("otherHint")}
          placeholder="example.com"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maw={420}
          {...form.text("name")}
          error={nameError}
        />
      )}
      <ZoneFileField
        label={t("zoneFile")}
        description={t("zoneFileHint")}
        value={form.values.zoneFile}
        onChange={(text) => form.set("zoneFile", text)}
        errors={failure?.errors ?? []}
      />
      <div ref={answer} className={classes.answer}>
        {preview.isFetching ? <Skeleton height={96} radius="md" aria-busy /> : null}
        {shown ? <CreationPreview preview={shown} /> : null}
        {proof ? <ProofRequired {...proof} /> : null}
        {failure && !proof && !isOnFields ? (
          <>
            <FailureAlert failure={failure} title={t("noPreview")} />
            {failure.code === "zone_exists" && form.parsed ? (
              <Anchor component={Link} href={zonePath(form.parsed.name)} size="sm" data-discards>
                {t("openExisting")}
              </Anchor>
            ) : null}
          </>
        ) : null}
      </div>
    </PageForm>
  );
}
