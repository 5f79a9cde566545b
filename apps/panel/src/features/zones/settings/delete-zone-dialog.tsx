"use client";
import { Checkbox, List } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { normalizeDomainName, type ZoneDetails } from "@zonepost/schema";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { ConfirmDialog } from "@/ui/form/confirm-dialog.tsx";

/** Deletes a zone for good. One that its domain uses takes a second consent, which the API asks for. */
export function DeleteZoneDialog(props: { zone: ZoneDetails; opened: boolean; onClose: () => void }) {
  const { zone, opened, onClose } = props;
  const { name, unicodeName, delegation, recordCount } = zone;
  const t = useTranslations("zones");
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [force, setForce] = useState(false);
  const remove = useSubmit({
    ...trpc.zones.delete.mutationOptions(),
    onSuccess: async () => {
      router.push("/zones");
      await Promise.all([
        queryClient.invalidateQueries(trpc.zones.page.infiniteQueryFilter()),
        queryClient.invalidateQueries(trpc.zones.find.queryFilter()),
      ]);
    },
  });
  const isUsed = remove.failure?.code === "zone_in_use";
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("deleteTitle", { name: unicodeName })}
      submission={{ ...remove, isPending: remove.isPending || remove.isSuccess }}
      onConfirm={() =>
        remove.mutate({ zoneName: name, confirmName: name, force: force && isUsed ? "true" : "false" })
      }
      submitLabel={t("delete")}
      cancelLabel={t("keep")}
      failedTitle={t("notDeleted")}
      isReady={!isUsed || force}
      onReset={() => setForce(false)}
      typed={{
        label: t("typeName", { name: unicodeName }),
        isRight: (words) => {
          const read = normalizeDomainName(words);
          return read.ok && read.name === name;
        },
      }}
    >
      <List size="sm" spacing={6}>
        <List.Item>{t("deletePoint_records", { count: recordCount })}</List.Item>
        {delegation.state === "here" || delegation.state === "partly" ? (
          <List.Item>{t("deletePoint_used")}</List.Item>
        ) : null}
        <List.Item>{t("deletePoint_final")}</List.Item>
      </List>
      {isUsed ? (
        <Checkbox
          label={t("deleteAnyway")}
          checked={force}
          onChange={(event) => setForce(event.currentTarget.checked)}
        />
      ) : null}
    </ConfirmDialog>
  );
}
