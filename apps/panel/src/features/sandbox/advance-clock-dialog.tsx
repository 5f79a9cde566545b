"use client";
import { Button, Group, Modal, NumberInput, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { useNow } from "@/ui/clock.tsx";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";
import { useFullMomentText } from "@/ui/values/moment.tsx";

const daySeconds = 86_400;
const maxDays = 3660;

/** Moves the sandbox's clock: what falls due on the way happens on the way. */
export function AdvanceClockDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations("sandbox");
  const { apiUrl } = useAddresses();
  const queryClient = useQueryClient();
  const now = useNow();
  const write = useFullMomentText();
  const [days, setDays] = useState<number | string>(1);
  const advance = useMutation({
    mutationFn: (seconds: number) =>
      callRest(`${apiUrl}/sandbox/clock/advance`, { method: "POST", body: { seconds } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      onClose();
    },
  });
  const isValid = typeof days === "number" && days > 0 && days <= maxDays;
  const failure = advance.error ? problemOf(advance.error) : undefined;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("advanceTitle")}
      closeButtonProps={{ "aria-label": t("close") }}
      onExitTransitionEnd={() => advance.reset()}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid) {
            advance.mutate(Math.round(days * daySeconds));
          }
        }}
      >
        <Stack gap="md">
          <Text size="sm">
            {t("clockNow")} <time dateTime={now.toISOString()}>{write(now.toISOString())}</time>
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
          {failure ? (
            <ProblemAlert title={t("advanceFailed")} detail={failure.detail} requestId={failure.requestId} />
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button type="submit" loading={advance.isPending} disabled={!isValid}>
              {t("advance")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
