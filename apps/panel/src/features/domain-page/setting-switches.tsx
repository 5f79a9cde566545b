"use client";
import { Switch, Text } from "@mantine/core";
import type { DomainPatch, TldOffer } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useRight } from "@/features/access/use-right.ts";
import type { Domain } from "@/features/domains/domain.ts";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { Failure } from "@/lib/failure.tsx";
import { useAskedAct } from "@/lib/use-asked-act.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";
import classes from "./setting-switches.module.css";

type Setting = keyof DomainPatch;

/** Auto-renew, transfer lock and WHOIS privacy: each switch saves on its own. */
export function SettingSwitches({ domain, offer }: { domain: Domain; offer: TldOffer | undefined }) {
  const t = useTranslations("domainActs");
  const write = useMomentText();
  const now = useNow();
  const isKept = domain.status === "active" || domain.status === "expired";
  const renewalText = () => {
    const { status, autoRenew, renewsAt, renewal, expiresAt, deletesAt } = domain;
    // Neither renewal nor deletion is scheduled; the header explains the status.
    if (!isKept) {
      return "";
    }
    if (renewal?.state === "failed") {
      return renewal.chargesAt
        ? t("autoRenewFailed", { date: write(renewal.chargesAt, "date") })
        : t("autoRenewFailedLast");
    }
    if (autoRenew) {
      if (renewsAt && Date.parse(renewsAt) > now.getTime()) {
        return t("autoRenewOnWords", { date: write(renewsAt, "date") });
      }
      return t(status === "active" && !renewsAt ? "autoRenewOn" : "autoRenewDue");
    }
    if (status === "active" && Date.parse(expiresAt) > now.getTime()) {
      return t("autoRenewOffWords", { date: write(expiresAt, "date") });
    }
    return deletesAt
      ? t("autoRenewOffEnded", { ended: write(expiresAt, "date"), date: write(deletesAt, "date") })
      : t("autoRenewOffOver", { ended: write(expiresAt, "date") });
  };
  return (
    <ul className={classes.settings}>
      <SettingSwitch
        domain={domain}
        setting="autoRenew"
        isOn={domain.autoRenew}
        words={renewalText()}
        unavailable={isKept ? undefined : t("notNow")}
      />
      <SettingSwitch
        domain={domain}
        setting="locked"
        isOn={domain.locked}
        words={isKept ? t(domain.locked ? "lockedWords" : "unlockedWords") : ""}
        unavailable={
          offer && !offer.transferLock
            ? t("noLock", { tld: domain.tld })
            : domain.status === "active"
              ? undefined
              : t("notNow")
        }
      />
      <SettingSwitch
        domain={domain}
        setting="whoisPrivacy"
        isOn={domain.whoisPrivacy}
        words={t(domain.whoisPrivacy ? "privateWords" : "publicWords")}
        unavailable={
          offer && !offer.whoisPrivacy
            ? t("noPrivacy", { tld: domain.tld })
            : domain.status === "active"
              ? undefined
              : t("notNow")
        }
      />
    </ul>
  );
}

function SettingSwitch(props: {
  domain: Domain;
  setting: Setting;
  isOn: boolean;
  words: string;
  /** The reason that it can't be changed, if any. */
  unavailable: string | undefined;
}) {
  const { domain, setting, isOn, words, unavailable } = props;
  const t = useTranslations("domainActs");
  const trpc = useTRPC();
  const refresh = useRefreshDomains();
  const right = useRight("domains:write");
  const update = useSubmit({
    ...trpc.domains.update.mutationOptions(),
    isRepeatable: true,
    onSettled: refresh,
  });
  const why = right.why ?? unavailable;
  const switchRef = useRef<HTMLInputElement>(null);
  // A link only takes people to the switch, because it takes effect at once.
  useAskedAct(setting, () => switchRef.current?.focus());
  return (
    <li className={classes.setting}>
      <div className={classes.line}>
        <div className={classes.words}>
          <Text size="sm" fw={500} id={`setting-${setting}`}>
            {t(`setting_${setting}`)}
          </Text>
          <Text size="sm" c="dimmed" id={`setting-${setting}-words`}>
            {words} {why ?? ""}
          </Text>
        </div>
        <Switch
          ref={switchRef}
          // The state as a word, so that color isn't the only sign.
          label={t((update.isPending ? !isOn : isOn) ? "on" : "off")}
          labelPosition="left"
          aria-labelledby={`setting-${setting}`}
          aria-describedby={`setting-${setting}-words`}
          aria-busy={update.isPending}
          // Optimistic: shows the requested state while it is being saved.
          checked={update.isPending ? !isOn : isOn}
          disabled={why !== undefined}
          // Not disabled while saving, because it would lose the focus.
          aria-disabled={update.isPending || undefined}
          size="md"
          styles={{ labelWrapper: { fontSize: "var(--mantine-font-size-sm)" } }}
          onChange={() => {
            if (!update.isPending) {
              update.mutate({ name: domain.name, [setting]: !isOn });
            }
          }}
        />
      </div>
      {update.error ? <Failure error={update.error} title={t(`notSet_${setting}`)} /> : null}
    </li>
  );
}
