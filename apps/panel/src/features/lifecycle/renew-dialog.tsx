"use client";
import { NativeSelect } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Domain } from "@/features/domains/domain.ts";
import { useTRPCClient } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { PricedDialog } from "./priced-dialog.tsx";
import { yearsAhead } from "./years-ahead.ts";

export function RenewDialog(props: {
  domain: Domain;
  maxYears: number;
  opened: boolean;
  onClose: () => void;
}) {
  const { domain, maxYears, opened, onClose } = props;
  const t = useTranslations("domainActs");
  const client = useTRPCClient();
  const [years, setYears] = useState(1);
  const offered = yearsAhead(domain.expiresAt, maxYears, useNow());
  return (
    <PricedDialog
      opened={opened}
      onClose={onClose}
      title={t("renewTitle", { name: domain.unicodeName })}
      kind="renew"
      input={{ name: domain.name, years, currentExpiresAt: domain.expiresAt }}
      preview={(input) => client.domains.previewRenewal.mutate(input)}
      buy={(input) => client.orders.renewDomain.mutate(input)}
      lineOf={(input) => ({ ...input, kind: "renewal" })}
      failedTitle={t("notRenewed")}
      hasFields
      onReset={() => setYears(1)}
    >
      <NativeSelect
        label={t("years")}
        description={t("yearsHint", { count: maxYears })}
        data-autofocus
        value={String(years)}
        onChange={(event) => setYears(Number(event.currentTarget.value))}
        data={Array.from({ length: offered }, (_, index) => ({
          value: String(index + 1),
          label: t("yearCount", { count: index + 1 }),
        }))}
      />
    </PricedDialog>
  );
}
