"use client";
import { Radio, Stack } from "@mantine/core";
import { rolesWithDomainLimit, type WorkspaceRole, workspaceRoles } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { mayGiveRole, type Place } from "@/features/access/rights.ts";
import { useRoleLabels } from "@/features/access/use-role-labels.ts";
import { AskedDomainsField } from "@/features/domain-choice/asked-domains-field.tsx";

export type RoleValues = { role: WorkspaceRole; isLimited: boolean; domainNames: string[] };

export const roleInput = ({ role, isLimited, domainNames }: RoleValues) => ({
  role,
  domainNames: isLimited && rolesWithDomainLimit.includes(role) ? domainNames : null,
});

type RoleForm = {
  values: RoleValues;
  set: {
    (field: "role", value: WorkspaceRole): void;
    (field: "isLimited", value: boolean): void;
    (field: "domainNames", value: string[]): void;
  };
  error: (field: keyof RoleValues) => string | undefined;
};

/** The roles with their descriptions, and the domains for roles that can be limited. */
export function RoleFields({ place, form }: { place: Place; form: RoleForm }) {
  const { values } = form;
  const t = useTranslations("people");
  const { roleName, roleWords } = useRoleLabels();
  const canBeLimited = rolesWithDomainLimit.includes(values.role);
  return (
    <>
      <Radio.Group
        label={t("role")}
        value={values.role}
        onChange={(value) => form.set("role", value as WorkspaceRole)}
        error={form.error("role")}
      >
        <Stack gap="xs" mt="xs">
          {workspaceRoles
            .filter((role) => mayGiveRole(place, role))
            .map((role) => (
              <Radio key={role} value={role} label={roleName(role)} description={roleWords(role)} />
            ))}
        </Stack>
      </Radio.Group>
      {canBeLimited ? (
        <Radio.Group
          label={t("whichDomains")}
          value={values.isLimited ? "some" : "all"}
          onChange={(value) => form.set("isLimited", value === "some")}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="all" label={t("allDomains")} />
            <Radio
              value="some"
              label={t("someDomains")}
              description={t(
                values.role === "read_only" ? "someDomainsHint_read_only" : "someDomainsHint_member",
              )}
            />
          </Stack>
        </Radio.Group>
      ) : null}
      <AskedDomainsField
        isAsked={canBeLimited && values.isLimited}
        label={t("domains")}
        value={values.domainNames}
        onChange={(domainNames) => form.set("domainNames", domainNames)}
        error={form.error("domainNames")}
      />
    </>
  );
}
