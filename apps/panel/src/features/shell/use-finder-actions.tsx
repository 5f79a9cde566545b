import { useMantineColorScheme } from "@mantine/core";
import type { SpotlightActionData } from "@mantine/spotlight";
import {
  IconAddressBook,
  IconListCheck,
  IconLogout,
  IconMailPlus,
  IconMoon,
  IconSun,
  IconTransferIn,
  IconWebhook,
  IconWorldSearch,
} from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useSignOut } from "@/features/sign-in/use-sign-out.ts";
import { contactsPath, operationsPath, transferPath } from "@/lib/paths.ts";

export function useFinderActions(): SpotlightActionData[] {
  const t = useTranslations("finder");
  const router = useRouter();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const go = (href: string) => () => router.push(href);
  return [
    {
      id: "search",
      label: t("findDomain"),
      leftSection: <IconWorldSearch size={18} />,
      onClick: go("/domains/search"),
    },
    {
      id: "transfer",
      label: t("transferDomain"),
      leftSection: <IconTransferIn size={18} />,
      onClick: go(transferPath()),
    },
    {
      id: "operations",
      label: t("openOperations"),
      leftSection: <IconListCheck size={18} />,
      onClick: go(operationsPath),
    },
    {
      id: "contacts",
      label: t("openContacts"),
      leftSection: <IconAddressBook size={18} />,
      onClick: go(contactsPath),
    },
    {
      id: "endpoint",
      label: t("addEndpoint"),
      leftSection: <IconWebhook size={18} />,
      onClick: go("/webhooks/new"),
    },
    {
      id: "mail",
      label: t("activateMail"),
      leftSection: <IconMailPlus size={18} />,
      onClick: go("/mail/activate"),
    },
    {
      id: "light",
      label: t("light"),
      leftSection: <IconSun size={18} />,
      onClick: () => setColorScheme("light"),
    },
    {
      id: "dark",
      label: t("dark"),
      leftSection: <IconMoon size={18} />,
      onClick: () => setColorScheme("dark"),
    },
    {
      id: "out",
      label: t("signOut"),
      leftSection: <IconLogout size={18} />,
      onClick: () => signOut.mutate(),
    },
  ];
}
