"use client";
import type { MailForwardingForHolder } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useLinkToken } from "@/features/sign-in/use-link-token.ts";
import { PlainFailure } from "@/lib/plain-failure.tsx";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useCall } from "@/lib/use-call.ts";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { PlainButton } from "@/ui/plain/button.tsx";
import { PlainSkeleton, PlainStack, PlainSurface, PlainText, PlainTitle } from "@/ui/plain/layout.tsx";
import classes from "./mail-forwarding.module.css";

export function MailForwarding() {
  const t = useTranslations("mailForwarding");
  const { token } = useLinkToken("mail-forwarding");
  return (
    <PlainSurface>
      {token === undefined ? (
        <Loading />
      ) : token === null ? (
        <MessagePage title={t("incompleteTitle")}>
          <PlainText>{t("incomplete")}</PlainText>
        </MessagePage>
      ) : (
        <ByLink key={token} token={token} />
      )}
    </PlainSurface>
  );
}

function Loading() {
  return (
    <PlainStack aria-busy="true">
      <PlainSkeleton height={28} width="70%" />
      <PlainSkeleton height={44} />
      <PlainSkeleton height={20} />
      <PlainSkeleton height={36} />
    </PlainStack>
  );
}

function MessagePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <PlainStack>
      <PlainTitle>{title}</PlainTitle>
      {children}
    </PlainStack>
  );
}

function ByLink({ token }: { token: string }) {
  const t = useTranslations("mailForwarding");
  const { apiUrl } = useAddresses();
  const [held, setHeld] = useState<MailForwardingForHolder>();
  const post = (verb: "read" | "confirm" | "stop") =>
    callRest<MailForwardingForHolder>(`${apiUrl}/auth/mail-forwarding/${verb}`, {
      method: "POST",
      body: { token },
    });
  const confirm = useCall({ call: () => post("confirm"), onSuccess: setHeld, isRepeatable: true });
  const stop = useCall({ call: () => post("stop"), onSuccess: setHeld, isRepeatable: true });
  const [readError, setReadError] = useState<unknown>();
  const read = useEffectEvent(() => {
    post("read").then(setHeld, setReadError);
  });
  useEffect(() => read(), []);
  if (!held) {
    if (readError === undefined) {
      return <Loading />;
    }
    return problemOf(readError).status === 422 ? (
      <MessagePage title={t("invalidTitle")}>
        <PlainText>{t("invalid")}</PlainText>
      </MessagePage>
    ) : (
      <MessagePage title={t("title")}>
        <PlainFailure error={readError} title={t("notRead")} />
        <PlainButton look="default" onClick={() => window.location.reload()}>
          {t("retry")}
        </PlainButton>
      </MessagePage>
    );
  }
  const { state, fromAddresses } = held;
  const [domain, address] = [toUnicodeName(held.domainName), toUnicodeName(held.address)];
  if (state === "expired") {
    return (
      <MessagePage title={t("expiredTitle")}>
        <PlainText>{t("expired", { workspace: held.workspaceName, address })}</PlainText>
      </MessagePage>
    );
  }
  const isBusy = confirm.isPending || stop.isPending;
  const mayConfirm = state !== "active" && fromAddresses.length > 0;
  const failure = confirm.error ?? stop.error;
  return (
    <MessagePage title={t(`title_${state}`)}>
      <PlainText role="status" className={classes.words}>
        {t(fromAddresses.length === 0 ? "removed" : state, {
          workspace: held.workspaceName,
          domain,
          address,
        })}
      </PlainText>
      {fromAddresses.length > 0 ? (
        <div className={classes.addresses}>
          <PlainText size="sm" tone="dimmed">
            {t("from")}
          </PlainText>
          <ul>
            {fromAddresses.map((from) => (
              <li key={from}>{from.startsWith("*@") ? t("catchAll", { domain }) : toUnicodeName(from)}</li>
            ))}
          </ul>
          <PlainText size="sm" tone="dimmed">
            {t("to")}
          </PlainText>
          <ul>
            <li>{address}</li>
          </ul>
        </div>
      ) : null}
      {failure !== undefined ? <PlainFailure error={failure} title={t("notChanged")} /> : null}
      {mayConfirm ? (
        <PlainButton
          loading={confirm.isPending}
          disabled={isBusy}
          onClick={() => {
            stop.reset();
            confirm.send();
          }}
        >
          {t(state === "stopped" ? "allow" : "confirm")}
        </PlainButton>
      ) : null}
      {state === "stopped" ? null : (
        <PlainButton
          look="default"
          loading={stop.isPending}
          disabled={isBusy}
          onClick={() => {
            confirm.reset();
            stop.send();
          }}
        >
          {t(state === "active" ? "stop" : "refuse")}
        </PlainButton>
      )}
      <PlainText size="sm" tone="dimmed">
        {t("keepLink")}
      </PlainText>
    </MessagePage>
  );
}
