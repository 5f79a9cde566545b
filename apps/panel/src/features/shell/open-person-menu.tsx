"use client";
import { Menu, Text, useMantineColorScheme } from "@mantine/core";
import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useSignOut } from "@/features/sign-in/use-sign-out.ts";
import { settingsPath } from "@/lib/paths.ts";
import { Link } from "@/ui/link.tsx";
import { densities } from "@/ui/list/density/density.ts";
import { setDensity, useDensity } from "@/ui/list/density/use-density.ts";
import { type TargetProps, useOpenOnMount } from "@/ui/menu/lazy-menu.tsx";
import classes from "./person-menu.module.css";

const schemes = [
  { value: "light", icon: IconSun },
  { value: "dark", icon: IconMoon },
  { value: "auto", icon: IconDeviceDesktop },
] as const;

const densityIcons = { compact: IconBaselineDensitySmall, comfortable: IconBaselineDensityMedium };

/** The account menu, initially open. */
export function OpenPersonMenu(props: {
  name: string;
  email: string;
  target: (props: TargetProps) => ReactElement;
}) {
  const { name, email, target } = props;
  const { targetRef, menu } = useOpenOnMount();
  const t = useTranslations("shell");
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const density = useDensity();
  return (
    <Menu position="bottom-end" width={240} keepMounted={false} {...menu}>
      <Menu.Target>{target({ ref: targetRef })}</Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <div className={classes.who}>
          <Text component="div" size="sm" fw={600} truncate>
            {name}
          </Text>
          <Text component="div" size="xs" c="dimmed" truncate>
            {email}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} href={settingsPath()} leftSection={<IconUser size={16} aria-hidden />}>
          {t("account")}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label c="dimmed">{t("theme")}</Menu.Label>
        {schemes.map(({ value, icon: Icon }) => (
          <Menu.Item
            key={value}
            closeMenuOnClick={false}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={colorScheme === value ? <IconCheck size={16} aria-label={t("chosen")} /> : null}
            onClick={() => setColorScheme(value)}
          >
            {t(`theme_${value}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label c="dimmed">{t("density")}</Menu.Label>
        {densities.map((value) => {
          const Icon = densityIcons[value];
          return (
            <Menu.Item
              key={value}
              closeMenuOnClick={false}
              leftSection={<Icon size={16} aria-hidden />}
              rightSection={density === value ? <IconCheck size={16} aria-label={t("chosen")} /> : null}
              onClick={() => setDensity(value)}
            >
              {t(`density_${value}`)}
            </Menu.Item>
          );
        })}
        <Menu.Divider />
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={<IconLogout size={16} aria-hidden />}
          disabled={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          {t("signOut")}
        </Menu.Item>
        {signOut.isError ? (
          <Text component="div" size="xs" px="sm" pb="xs" c="var(--zp-bad)" role="alert">
            {t("signOutFailed")}
          </Text>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
