"use client";
import { Button, Group, List, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Member } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useStepUp } from "@/features/step-up/step-up.tsx";
import { Failure } from "@/lib/failure.tsx";
import { useTRPC, useTRPCClient } from "@/trpc/client.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";

/** Stands apart: whoever does it is no owner afterwards. */
export function HandOver({ workspaceName, userId }: { workspaceName: string; userId: string }) {
  const t = useTranslations("people");
  const trpc = useTRPC();
  const [isOpen, setIsOpen] = useState(false);
  const { data: members = [] } = useQuery(trpc.members.list.queryOptions());
  const others = members.filter((member) => member.userId !== userId && member.role !== "owner");
  return (
    <Section title={t("handOver")}>
      <Surface>
        <Group justify="space-between" gap="md">
          <Text size="sm" maw={560}>
            {t(others.length === 0 ? "handOverNobody" : "handOverWords")}
          </Text>
          <Button
            variant="outline"
            color="red"
            c="var(--zp-bad)"
            disabled={others.length === 0}
            onClick={() => setIsOpen(true)}
          >
            {t("handOverButton")}
          </Button>
        </Group>
      </Surface>
      <HandOverDialog
        workspaceName={workspaceName}
        others={others}
        opened={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </Section>
  );
}

function HandOverDialog(props: {
  workspaceName: string;
  others: Member[];
  opened: boolean;
  onClose: () => void;
}) {
  const { workspaceName, others, opened, onClose } = props;
  const t = useTranslations("people");
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const confirmed = useStepUp();
  const [memberId, setMemberId] = useState<string | null>(null);
  const [typed, setTyped] = useState("");
  const handOver = useMutation({
    mutationFn: confirmed((input: { memberId: string }) => client.workspace.transferOwnership.mutate(input)),
    onSuccess: async () => {
      onClose();
      // One's own role decides what is shown everywhere.
      await queryClient.invalidateQueries();
    },
  });
  const isReady = memberId !== null && typed.trim() === workspaceName.trim();
  const chosen = others.find(({ id }) => id === memberId);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("handOverTitle", { workspace: workspaceName })}
      closeButtonProps={{ "aria-label": t("close") }}
      onExitTransitionEnd={() => {
        setMemberId(null);
        setTyped("");
        handOver.reset();
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) {
            handOver.mutate({ memberId });
          }
        }}
      >
        <Stack gap="md">
          <Select
            label={t("newOwner")}
            placeholder={t("choosePerson")}
            data={others.map(({ id, name, email }) => ({
              value: id,
              label: name ? `${name}, ${email}` : email,
            }))}
            value={memberId}
            onChange={setMemberId}
            searchable={others.length > 8}
            data-autofocus
          />
          <List size="sm" spacing={6}>
            <List.Item>
              {t("handOverGets", { name: chosen ? chosen.name || chosen.email : t("thisPerson") })}
            </List.Item>
            <List.Item>{t("handOverLoses")}</List.Item>
            <List.Item>{t("handOverBack")}</List.Item>
          </List>
          <TextInput
            label={t("handOverType", { workspace: workspaceName })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
          {handOver.error ? <Failure error={handOver.error} title={t("notHandedOver")} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button type="submit" color="red.8" disabled={!isReady} loading={handOver.isPending}>
              {t("handOverConfirm")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
