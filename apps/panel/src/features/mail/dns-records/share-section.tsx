"use client";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRight } from "@/features/access/use-right.ts";
import { Failure } from "@/lib/failure.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { MonoBlock } from "@/ui/values/mono.tsx";

/** A read-only link for the people who run the domain's DNS. It is shown once. */
export function ShareSection({ domainName }: { domainName: string }) {
  const t = useTranslations("mailDns");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const right = useRight("mail:write");
  const { data: share } = useQuery(trpc.mail.dnsShare.queryOptions({ domainName }));
  const refresh = () => queryClient.invalidateQueries(trpc.mail.dnsShare.queryFilter({ domainName }));
  const create = useSubmit({
    ...trpc.mail.createDnsShare.mutationOptions(),
    isRepeatable: true,
    onSuccess: refresh,
  });
  const revoke = useSubmit({
    ...trpc.mail.revokeDnsShare.mutationOptions(),
    isRepeatable: true,
    onSuccess: async () => {
      create.reset();
      await refresh();
    },
  });
  return (
    <Section title={t("share")} description={t("shareWords")}>
      <Surface>
        <Stack gap="md">
          {create.data?.url && share ? (
            <div>
              <Text size="sm" mb={6} role="status">
                {t("shareOnce")}
              </Text>
              <MonoBlock label={t("shareLink")}>{create.data.url}</MonoBlock>
            </div>
          ) : null}
          {share ? (
            <Text size="sm">{t.rich("shareUntil", { date: () => <Moment at={share.expiresAt} /> })}</Text>
          ) : null}
          {create.error ? <Failure error={create.error} title={t("notShared")} /> : null}
          {revoke.error ? <Failure error={revoke.error} title={t("notRevoked")} /> : null}
          {right.has ? (
            <Group>
              <Button
                variant="default"
                loading={create.isPending}
                disabled={revoke.isPending}
                onClick={() => create.mutate({ domainName })}
              >
                {t(share ? "replaceLink" : "createLink")}
              </Button>
              {share ? (
                <Button
                  variant="default"
                  loading={revoke.isPending}
                  disabled={create.isPending}
                  onClick={() => revoke.mutate({ domainName })}
                >
                  {t("revokeLink")}
                </Button>
              ) : null}
            </Group>
          ) : (
            <Text size="sm" c="dimmed">
              {right.why}
            </Text>
          )}
        </Stack>
      </Surface>
    </Section>
  );
}
