"use client";
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconBrandApple } from "@tabler/icons-react";
import type { MailSettings } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { QRCodeSVG } from "qrcode.react";
import { useAddresses } from "@/ui/addresses.tsx";
import { Facts } from "@/ui/frame/surface.tsx";
import { CopyButton } from "@/ui/values/copy-button.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import { MailProgramsView } from "./mail-programs-view.tsx";
import classes from "./set-up-mail-program.module.css";
import { useServerFacts } from "./use-server-facts.ts";

type Props = {
  address: string;
  /** A password that is shown now; it is copied with the settings. */
  password?: string | undefined;
};

/** How to set up one account in a mail program. */
export function SetUpMailProgram(props: Props) {
  return <MailProgramsView>{(settings) => <SetUp {...props} settings={settings} />}</MailProgramsView>;
}

function SetUp({ address, password, settings }: Props & { settings: MailSettings }) {
  const t = useTranslations("mailPrograms");
  const { apiUrl } = useAddresses();
  const facts = useServerFacts(settings, address);
  const secret = password === undefined ? [] : [{ name: t("password"), value: password }];
  const profileUrl = `${apiUrl}/mail/apple.mobileconfig?emailaddress=${encodeURIComponent(address)}`;
  return (
    <Stack gap="md">
      <Facts
        facts={facts.map(({ name, value }, index) => ({
          name,
          wide: true,
          value: index === 0 ? <Mono label={name}>{value}</Mono> : value,
        }))}
      />
      <Text size="sm" c="dimmed">
        {t("automatic")}
      </Text>
      <div className={classes.apple}>
        <div className={classes.code}>
          <QRCodeSVG
            value={profileUrl}
            size={128}
            level="M"
            marginSize={3}
            bgColor="#ffffff"
            fgColor="#000000"
            title={t("qrTitle")}
            role="img"
          />
        </div>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{t("apple")}</Text>
          <Button
            component="a"
            href={profileUrl}
            variant="default"
            leftSection={<IconBrandApple size={18} aria-hidden />}
          >
            {t("appleProfile")}
          </Button>
        </Stack>
      </div>
      <Group>
        <CopyButton
          value={[...facts.slice(0, 1), ...secret, ...facts.slice(1)]
            .map(({ name, value }) => `${name}: ${value}`)
            .join("\n")}
          label={t("settings")}
          text={t("copyAll")}
        />
      </Group>
    </Stack>
  );
}
