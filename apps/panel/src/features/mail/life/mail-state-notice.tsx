"use client";
import { Button, Group, Text } from "@mantine/core";
import type { MailDomain } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useRight } from "@/features/access/use-right.ts";
import { Failure } from "@/lib/failure.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";
import { useIsUnpaid } from "../plan/use-is-unpaid.ts";
import { useRefreshMail } from "./use-refresh-mail.ts";

/** Why mail doesn't work, with the action that fixes it; paying is the first action of the plan's section. */
export function MailStateNotice({ mail }: { mail: MailDomain }) {
  const t = useTranslations("mailLife");
  const trpc = useTRPC();
  const write = useMomentText();
  const right = useRight("mail:write");
  const isUnpaid = useIsUnpaid(mail);
  const { domainName, status, erasesAt, expiresAt } = mail;
  const refresh = useRefreshMail(domainName);
  const resume = useSubmit({
    ...trpc.orders.updateMail.mutationOptions(),
    isRepeatable: true,
    onSuccess: refresh,
  });
  if (status === "active") {
    return null;
  }
  const isDeactivated = status === "deactivated";
  const situation = isDeactivated ? "deactivated" : isUnpaid ? "unpaid" : "by_user";
  return (
    <>
      <Notice title={t(`title_${situation}`)}>
        <Text size="sm">
          {t(`words_${situation}`, {
            erased: erasesAt ? write(erasesAt, "date") : "",
            ended: write(expiresAt, "date"),
          })}{" "}
          {isDeactivated && isUnpaid ? t("payToReactivate") : (right.why ?? "")}
        </Text>
        {isUnpaid ? null : (
          <Group mt="sm">
            <Button
              disabled={!right.has}
              loading={resume.isPending}
              onClick={() => resume.mutate({ domainName, suspended: false })}
            >
              {t(isDeactivated ? "reactivate" : "resume")}
            </Button>
          </Group>
        )}
      </Notice>
      {resume.error ? <Failure error={resume.error} title={t("notResumed")} /> : null}
    </>
  );
}
