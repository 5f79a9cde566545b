"use client";
import { Button, Group, NumberInput, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSubmit } from "@/lib/use-submit.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { useNow } from "@/ui/clock.tsx";
import { FormDialog } from "@/ui/form/form-dialog.tsx";
import { useFullMomentText } from "@/ui/values/moment.tsx";

const daySeconds = 86_400;
const maxDays = 3660;

/** Advances the sandbox's clock. Scheduled events on the way take place. */
export function AdvanceClockDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations("sandbox");
  const { apiUrl } = useAddresses();
  const queryClient = useQueryClient();
  const now = useNow();
  const write = useFullMomentText();
  const [days, setDays] = useState<number | string>(1);
  const advance = useSubmit({
    mutationFn: (seconds: number) =>
      callRest(`${apiUrl}/sandbox/clock/advance`, {
        method: "POST",
        body: { seconds },
        // The sandbox answers after a minute if it is still busy.
        answerWithinMs: 90_000,
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      onClose();
    },
  });
  const isValid = typeof days === "number" && days > 0 && days <= maxDays;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t("advanceTitle")}
      submission={advance}
      isReady={isValid}
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) {
          advance.mutate(Math.round(days * daySeconds));
        }
      }}
      submitLabel={t("advance")}
      failedTitle={t("advanceFailed")}
    >
      <Text size="sm">
        {t.rich("clockNow", {
          time: () => <time dateTime={now.toISOString()}>{write(now.toISOString())}</time>,
        })}
      </Text>
      <Text size="sm" c="dimmed">
        {t("advanceHint")}
      </Text>
      <Group gap="xs">
        {[1, 7, 30].map((step) => (
          <Button key={step} size="xs" variant="default" onClick={() => setDays(step)}>
            {t("days", { count: step })}
          </Button>
        ))}
      </Group>
      <NumberInput
        data-autofocus
        label={t("advanceBy")}
        min={0}
        max={maxDays}
        value={days}
        onChange={setDays}
        error={isValid ? undefined : t("advanceRange", { max: maxDays })}
      />
    </FormDialog>
  );
}
