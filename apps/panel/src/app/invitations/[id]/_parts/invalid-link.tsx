"use client";
import { Button, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Link } from "@/ui/link.tsx";
import { MessagePage } from "./message-page.tsx";

export function InvalidLink({ isIncomplete }: { isIncomplete: boolean }) {
  const t = useTranslations("invitation");
  return (
    <MessagePage title={t(isIncomplete ? "incompleteTitle" : "wrongTitle")}>
      <Text>{t(isIncomplete ? "incomplete" : "wrong")}</Text>
      <Button component={Link} href="/sign-in" variant="default">
        {t("toSignIn")}
      </Button>
    </MessagePage>
  );
}
