"use client";
import { Stack, Text, Title } from "@mantine/core";
import type { InvitationForHolder } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useRoleLabels } from "@/features/access/use-role-labels.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { Facts } from "@/ui/frame/surface.tsx";
import { Moment } from "@/ui/values/moment.tsx";

const fewDomains = 6;

export function InvitationDetails({ invitation }: { invitation: InvitationForHolder }) {
  const t = useTranslations("invitation");
  const { roleName, roleWords } = useRoleLabels();
  const { workspaceName, invitedBy, email, role, domainNames, expiresAt } = invitation;
  const more = (domainNames?.length ?? 0) - fewDomains;
  return (
    <Stack gap="md">
      <Title order={1} size="h3" style={{ overflowWrap: "anywhere" }}>
        {t("heading", { workspace: workspaceName })}
      </Title>
      <Text style={{ overflowWrap: "anywhere" }}>
        {t("invites", { inviter: invitedBy, workspace: workspaceName })}
      </Text>
      <Facts
        facts={[
          {
            name: t("role"),
            wide: true,
            value: (
              <>
                {roleName(role)}
                <Text component="span" display="block" size="xs" c="dimmed">
                  {roleWords(role)}
                </Text>
              </>
            ),
          },
          ...(domainNames === null
            ? []
            : [
                {
                  name: t("onlyDomains"),
                  wide: true,
                  value: `${domainNames.slice(0, fewDomains).map(toUnicodeName).join(", ")}${more > 0 ? t("andMore", { count: more }) : ""}`,
                },
              ]),
          { name: t("for"), wide: true, value: email },
          { name: t("until"), value: <Moment at={expiresAt} /> },
        ]}
      />
    </Stack>
  );
}
