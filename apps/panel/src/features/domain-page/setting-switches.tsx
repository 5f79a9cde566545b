"use client";
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
import { SavingSwitch } from "@/ui/form/saving-switch.tsx";
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
    const end = { ended: write(expiresAt, "date"), hasRedemption: String((offer?.redemptionDays ?? 0) > 0) };
    return deletesAt
      ? t("autoRenewOffEnded", { ...end, date: write(deletesAt, "date") })
      : t("autoRenewOffOver", end);
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
      <SavingSwitch
        inputRef={switchRef}
        name={t(`setting_${setting}`)}
        words={`${words} ${why ?? ""}`}
        isOn={isOn}
        stateText={(isNowOn) => t(isNowOn ? "on" : "off")}
        isSaving={update.isPending}
        disabled={why !== undefined}
        onSwitch={(isNowOn) => update.mutate({ name: domain.name, [setting]: isNowOn })}
      />
      {update.error ? <Failure error={update.error} title={t(`notSet_${setting}`)} /> : null}
    </li>
  );
}
