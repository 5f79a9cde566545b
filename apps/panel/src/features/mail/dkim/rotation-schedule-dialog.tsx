"use client";
import { Radio, Stack } from "@mantine/core";
import type { MailDomain } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useMailChanged } from "../use-mail-changed.ts";

type RotationScheduleDialogProps = { mail: MailDomain; opened: boolean; onClose: () => void };

const offered = [30, 90, 180, 365];
const never = "never";

export function RotationScheduleDialog({ mail, opened, onClose }: RotationScheduleDialogProps) {
  const t = useTranslations("dkim");
  const trpc = useTRPC();
  const changed = useMailChanged();
  const { domainName, dkimRotationDays } = mail;
  const present = dkimRotationDays === null ? never : String(dkimRotationDays);
  const [chosen, setChosen] = useState<string>();
  const value = chosen ?? present;
  const update = useSubmit({
    ...trpc.orders.updateMail.mutationOptions(),
    onSuccess: async () => {
      await changed();
      onClose();
    },
  });
  // The API allows other numbers of days, too.
  const days = [...new Set([...offered, ...(dkimRotationDays === null ? [] : [dkimRotationDays])])].sort(
    (one, other) => one - other,
  );
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t("scheduleTitle", { name: toUnicodeName(domainName) })}
      submission={update}
      isDirty={value !== present}
      onReset={() => setChosen(undefined)}
      onSubmit={(event) => {
        event.preventDefault();
        update.mutate({ domainName, dkimRotationDays: value === never ? null : Number(value) });
      }}
      submitLabel={t("saveSchedule")}
      failedTitle={t("scheduleNotSaved")}
    >
      <Radio.Group
        label={t("scheduleLabel")}
        description={t("scheduleHint")}
        value={value}
        onChange={setChosen}
      >
        <Stack gap="xs" mt="sm">
          <Radio value={never} label={t("scheduleNever")} />
          {days.map((each) => (
            <Radio key={each} value={String(each)} label={t("scheduleDays", { days: each })} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
