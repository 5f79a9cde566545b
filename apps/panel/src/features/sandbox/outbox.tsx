"use client";
import { Anchor, Button, Skeleton, Stack, Text, Title, useMantineStyleNonce } from "@mantine/core";
import { IconArrowLeft, IconExternalLink, IconMailOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { SandboxEmail } from "@zonepost/schema/sandbox";
import { useTranslations } from "next-intl";
import { parseAsInteger, useQueryState } from "nuqs";
import { useCallback, useEffect, useRef, useState } from "react";
import { Failure } from "@/lib/failure.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { Brand } from "@/ui/frame/brand.tsx";
import { Link } from "@/ui/link.tsx";
import { EmptyState } from "@/ui/list/empty-state.tsx";
import { Moment } from "@/ui/values/moment.tsx";
import { linksOf } from "./links-of.ts";
import { mailDocument } from "./mail-document.ts";
import classes from "./outbox.module.css";

export function Outbox() {
  const t = useTranslations("outbox");
  const { apiUrl } = useAddresses();
  const query = useQuery({
    queryKey: ["sandbox", "outbox"],
    queryFn: () => callRest<SandboxEmail[]>(`${apiUrl}/sandbox/outbox`),
    refetchInterval: 2_000,
    staleTime: 0,
    retry: false,
  });
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <Brand />
        <Anchor component={Link} href="/domains" size="sm" className={classes.back}>
          <IconArrowLeft size={16} aria-hidden />
          {t("back")}
        </Anchor>
      </header>
      <main className={classes.main}>
        <Title order={1} size="h2">
          {t("title")}
        </Title>
        <Text c="dimmed" mb="lg">
          {t("words")}
        </Text>
        {query.data ? (
          query.data.length === 0 ? (
            <EmptyState icon={IconMailOff} title={t("emptyTitle")}>
              {t("empty")}
            </EmptyState>
          ) : (
            <Mails emails={query.data} />
          )
        ) : query.isError ? (
          problemOf(query.error).status === 404 ? (
            <EmptyState icon={IconMailOff} title={t("liveTitle")}>
              {t("live")}
            </EmptyState>
          ) : (
            <Failure error={query.error} title={t("failed")} onRetry={() => void query.refetch()} />
          )
        ) : (
          <Stack aria-busy="true">
            <Skeleton height={64} radius="lg" />
            <Skeleton height={64} radius="lg" />
          </Stack>
        )}
      </main>
    </div>
  );
}

function Mails({ emails }: { emails: SandboxEmail[] }) {
  const t = useTranslations("outbox");
  // Counted from the oldest, so that a URL keeps showing the same mail when others arrive.
  const [chosen, setChosen] = useQueryState("mail", parseAsInteger);
  const index = chosen !== null && emails[chosen] ? chosen : emails.length - 1;
  const email = emails[index];
  return (
    <div className={classes.columns} data-open={chosen === null ? undefined : true}>
      <nav aria-label={t("mails")}>
        <ul className={classes.list}>
          {emails
            .map((one, position) => ({ one, position }))
            .reverse()
            .map(({ one, position }) => (
              <li key={position}>
                <button
                  type="button"
                  className={classes.item}
                  aria-current={position === index ? "true" : undefined}
                  onClick={() => void setChosen(position)}
                >
                  <b>{one.subject}</b>
                  <span>{one.to}</span>
                  <span>
                    <Moment at={one.sentAt} detail="minute" />
                  </span>
                </button>
              </li>
            ))}
        </ul>
      </nav>
      {email ? <Mail key={index} email={email} onBack={() => void setChosen(null)} /> : null}
    </div>
  );
}

/** The label of an email's link, by its kind. */
const linkMessages: Partial<
  Record<string, "openSignIn" | "open_invitation" | "open_password_reset" | "open_email_change">
> = {
  magic_link: "openSignIn",
  invitation: "open_invitation",
  password_reset: "open_password_reset",
  email_change: "open_email_change",
};

/** As high as its content, so that nothing is cut off on a narrow screen. */
function MailFrame({ html }: { html: string }) {
  const t = useTranslations("outbox");
  const getStyleNonce = useMantineStyleNonce();
  const [height, setHeight] = useState<number>();
  const frame = useRef<HTMLIFrameElement>(null);
  const measure = useCallback(() => {
    const content = frame.current?.contentDocument?.documentElement;
    // A hidden frame has no height yet.
    if (content && content.offsetHeight > 0) {
      setHeight(content.offsetHeight);
    }
  }, []);
  useEffect(() => {
    // Also when it is shown, or its width changes.
    const observer = new ResizeObserver(measure);
    if (frame.current) {
      observer.observe(frame.current);
    }
    return () => observer.disconnect();
  }, [measure]);
  return (
    <iframe
      ref={frame}
      title={t("content")}
      className={classes.frame}
      // Our origin only lets the page measure the content, which can't run scripts. A link may navigate the top window,
      // as in a mail program.
      sandbox="allow-same-origin allow-popups allow-top-navigation-by-user-activation"
      srcDoc={mailDocument(html, getStyleNonce?.())}
      style={height === undefined ? undefined : { height }}
      onLoad={measure}
    />
  );
}

function Mail({ email, onBack }: { email: SandboxEmail; onBack: () => void }) {
  const t = useTranslations("outbox");
  const links = linksOf(email.text);
  return (
    <article className={classes.mail} aria-label={email.subject}>
      <header className={classes.mailHead}>
        <Button
          className={classes.backToList}
          variant="subtle"
          size="xs"
          mb="sm"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={onBack}
        >
          {t("backToList")}
        </Button>
        <Title order={2} size="h4">
          {email.subject}
        </Title>
        <Text size="sm" c="dimmed">
          {t("to")} {email.to}
          <br />
          <Moment at={email.sentAt} detail="minute" /> · <code>{email.kind}</code>
        </Text>
        {links.length === 1 ? (
          <Button
            component="a"
            href={links[0]}
            mt="sm"
            leftSection={<IconExternalLink size={18} aria-hidden />}
          >
            {t(linkMessages[email.kind] ?? "openLink")}
          </Button>
        ) : null}
      </header>
      <MailFrame html={email.html} />
      <details className={classes.plain}>
        <summary>{t("plain")}</summary>
        <pre>{email.text}</pre>
      </details>
    </article>
  );
}
