"use client";
import { Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { mailDnsShareToken, type SharedMailDns } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { DnsRecords } from "@/features/mail/dns-records/dns-record.tsx";
import { Failure } from "@/lib/failure.tsx";
import { followLinkToken } from "@/lib/follow-link-token.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import classes from "./shared-dns.module.css";

/** The token stays in the address bar, because people pass this link on. Undefined until the page has loaded. */
function useTokenInAddress(): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => followLinkToken((given) => setToken(given ?? "")), []);
  return token;
}

export function SharedDns() {
  const t = useTranslations("mailDns");
  const token = useTokenInAddress();
  return (
    <main className={classes.page}>
      {token === undefined ? (
        <Loading />
      ) : mailDnsShareToken.safeParse(token).success ? (
        <ByLink key={token} token={token} />
      ) : (
        <Message title={t("incompleteTitle")}>{t("incomplete")}</Message>
      )}
    </main>
  );
}

function Loading() {
  const t = useTranslations("mailDns");
  return (
    <Stack gap="md" aria-busy="true">
      <Title order={1} size="h3">
        {t("title")}
      </Title>
      <Skeleton height={48} />
      <Skeleton height={320} />
    </Stack>
  );
}

function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="sm">
      <Title order={1} size="h3">
        {title}
      </Title>
      <Text>{children}</Text>
    </Stack>
  );
}

function ByLink({ token }: { token: string }) {
  const t = useTranslations("mailDns");
  const { apiUrl } = useAddresses();
  const query = useQuery({
    queryKey: ["shared-mail-dns", token],
    queryFn: () =>
      callRest<SharedMailDns>(`${apiUrl}/auth/mail-dns/read`, { method: "POST", body: { token } }),
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (query.isPending) {
    return <Loading />;
  }
  if (query.isError) {
    const { status, code } = problemOf(query.error);
    if (code === "link_expired") {
      return <Message title={t("expiredTitle")}>{t("expired")}</Message>;
    }
    return status === 404 ? (
      <Message title={t("revokedTitle")}>{t("revoked")}</Message>
    ) : (
      <Failure error={query.error} title={t("notRead")} onRetry={() => void query.refetch()} />
    );
  }
  const { domainName, checkedAt, expiresAt, records, zone } = query.data;
  return (
    <Stack gap="lg">
      <Title order={1} size="h3">
        {t("sharedTitle", { domain: toUnicodeName(domainName) })}
      </Title>
      <Text>{t("sharedWords", { domain: toUnicodeName(domainName) })}</Text>
      <Text size="sm" c="dimmed">
        {t.rich("checked", { date: () => <Moment at={checkedAt} detail="minute" /> })}{" "}
        {t.rich("sharedUntil", { date: () => <Moment at={expiresAt} /> })}
      </Text>
      <DnsRecords records={records} zone={zone} />
    </Stack>
  );
}
