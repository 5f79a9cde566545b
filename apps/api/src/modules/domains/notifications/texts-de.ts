import { domainToUnicode } from "node:url";
import { isRegistryFailure } from "../rules/expiry.ts";
import { formatDay, formatInstant, formatTotal, momentOf } from "./formats.ts";
import { daysLeft, type Notified, shownKind } from "./notified.ts";
import type { DigestTexts, NotificationTexts } from "./texts.ts";

const day = (date: Date) => formatDay("de", date);
const instant = (date: Date) => formatInstant("de", date);
const days = (count: number) => (count === 1 ? "1 Tag" : `${count} Tagen`);
const domains = (count: number) => (count === 1 ? "1 Domain" : `${count} Domains`);

const paymentCauses: Record<string, string> = {
  payment_method_required: "Es ist keine Karte gespeichert.",
  authentication_required: "Ihre Bank verlangt, dass Sie die Zahlung bestätigen.",
  expired_card: "Ihre Karte ist abgelaufen.",
  insufficient_funds: "Ihre Karte ist nicht ausreichend gedeckt.",
};

function causeOf({ code, isPayment }: Notified["details"]): string {
  if (isPayment) {
    return `${paymentCauses[String(code)] ?? "Ihre Karte wurde abgelehnt."} `;
  }
  if (code === "registry_refused") {
    return "Die Registry hat die Verlängerung abgelehnt. ";
  }
  return isRegistryFailure(String(code)) ? "Die Registry hat nicht wie erwartet geantwortet. " : "";
}

/** What happens next, and when. */
function nextStep({ domain, details }: Notified, now: Date): string {
  const { isPayment, ...failure } = domain.failedRenewal ?? details;
  const triesAgainAt = momentOf(failure, "triesAgainAt");
  const endsAt = momentOf(failure, "endsAt");
  const again =
    domain.autoRenew && triesAgainAt && triesAgainAt > now
      ? `Wir versuchen es am ${day(triesAgainAt)} erneut. `
      : "Wir versuchen es nicht erneut. ";
  const act = isPayment
    ? "Bezahlen Sie jetzt oder fügen Sie auf der Zahlungsseite eine andere Karte hinzu."
    : "Verlängern Sie die Domain vorsichtshalber selbst.";
  const isLast = triesAgainAt === null || domain.paidUntil <= now;
  return `${again}${act}${isLast && endsAt ? ` Wenn sie bis zum ${day(endsAt)} nicht verlängert ist, funktioniert sie nicht mehr und kann verloren gehen.` : ""}`;
}

function renewalTexts(notified: Notified, name: string, now: Date): NotificationTexts {
  const { paidUntil, autoRenew, nextRenewalAt, nextDeletionAt } = notified.domain;
  const link = { label: `${name} verlängern`, act: "renew" as const };
  const failure = notified.domain.failedRenewal ?? notified.details;
  const endsAt = nextDeletionAt ?? momentOf(failure, "endsAt");
  switch (shownKind(notified)) {
    case "domain_expired":
      return {
        subject: `${name} ist abgelaufen`,
        sentence: `${name} ist am ${instant(paidUntil)} abgelaufen. ${
          endsAt
            ? `Sie können die Domain noch bis zum ${day(endsAt)} zum normalen Preis verlängern. Danach funktioniert sie nicht mehr und kann verloren gehen.`
            : "Verlängern Sie die Domain jetzt, um sie zu behalten."
        }`,
        link,
      };
    case "renewal_failed":
      return {
        subject: `Automatische Verlängerung von ${name} fehlgeschlagen`,
        sentence: `Wir konnten ${name} nicht verlängern. Die Domain ${
          paidUntil <= now ? `ist am ${instant(paidUntil)} abgelaufen` : `läuft am ${instant(paidUntil)} ab`
        }. ${causeOf(failure)}${nextStep(notified, now)}`,
        link: failure.isPayment ? { label: "Zahlungen ansehen", isPayments: true } : link,
      };
    default:
      return autoRenew
        ? {
            subject: `${name} wird${nextRenewalAt ? ` am ${day(nextRenewalAt)}` : ""} automatisch verlängert`,
            sentence: `${name} ist bis zum ${day(paidUntil)} bezahlt und wird${nextRenewalAt ? ` am ${day(nextRenewalAt)}` : ""} automatisch verlängert. Wenn Sie die Domain nicht mehr brauchen, schalten Sie die automatische Verlängerung vorher aus.`,
            link: { label: `${name} ansehen` },
          }
        : {
            subject: `${name} läuft in ${days(daysLeft(paidUntil, now))} ab`,
            sentence: `${name} läuft am ${instant(paidUntil)} ab. Die automatische Verlängerung ist ausgeschaltet. Verlängern Sie die Domain, um sie zu behalten.`,
            link,
          };
  }
}

function textsOf(notified: Notified, now: Date): NotificationTexts {
  const name = domainToUnicode(notified.domainName);
  const view = { label: `${name} ansehen` };
  const gone = { label: "Domains ansehen", isList: true };
  const until = momentOf(notified.details, "until");
  switch (notified.kind) {
    case "domain_expiring":
    case "domain_expired":
    case "renewal_failed":
      return renewalTexts(notified, name, now);
    case "auth_code_created": {
      const expiresAt = momentOf(notified.details, "expiresAt");
      return {
        subject: `Auth-Code für ${name} erstellt`,
        sentence: `Für ${name} wurde ein Auth-Code erstellt. Mit ihm kann die Domain${expiresAt ? ` bis zum ${instant(expiresAt)}` : ""} zu einem anderen Registrar übertragen werden.`,
        link: view,
        advice:
          "Wenn das niemand in Ihrem Team war, sperren Sie die Domain gegen Transfers und prüfen Sie, wer Zugang zum Arbeitsbereich hat.",
      };
    }
    case "transfer_out_requested":
      return {
        subject: `Transfer von ${name} zu einem anderen Registrar beantragt`,
        sentence: `Jemand hat mit dem Auth-Code von ${name} den Transfer zu einem anderen Registrar beantragt. Stimmen Sie zu, um den Transfer sofort abzuschließen, oder lehnen Sie ab, wenn Sie ihn nicht beantragt haben.${until ? ` Ohne Ihre Antwort überträgt die Registry die Domain am ${instant(until)}.` : ""}`,
        link: { label: "Transfer prüfen" },
        advice:
          "Wenn niemand in Ihrem Team den Transfer beantragt hat, lehnen Sie ihn ab, sperren Sie die Domain und klären Sie, wer den Auth-Code hatte.",
      };
    case "transfer_out_rejected":
      return {
        subject: `Transfer von ${name} abgelehnt`,
        sentence: `Der Transfer von ${name} zu einem anderen Registrar wurde abgelehnt. Die Domain bleibt in Ihrem Arbeitsbereich.`,
        link: view,
      };
    case "transfer_out_cancelled":
      return {
        subject: `Transfer von ${name} abgebrochen`,
        sentence: `Der andere Registrar hat den Transfer von ${name} abgebrochen. Die Domain bleibt in Ihrem Arbeitsbereich.`,
        link: view,
      };
    case "transferred_out":
      return {
        subject: `${name} wurde zu einem anderen Registrar übertragen`,
        sentence: `${name} wurde zu einem anderen Registrar übertragen und gehört nicht mehr zu Ihrem Arbeitsbereich. Falls die Domain Postfächer hatte, sind diese jetzt gesperrt und werden nach 30 Tagen gelöscht.`,
        link: gone,
        advice:
          "Wenn das niemand in Ihrem Team veranlasst hat, wenden Sie sich sofort an uns und an den neuen Registrar.",
      };
    case "transfer_in_requested":
      return {
        subject: `Transfer von ${name} beantragt`,
        sentence: `Wir haben den Transfer von ${name} beim bisherigen Registrar beantragt. Sie erhalten eine E-Mail, sobald er abgeschlossen ist oder abgelehnt wird.`,
        link: view,
      };
    case "transferred_in":
      return {
        subject: `${name} wurde in Ihren Arbeitsbereich übertragen`,
        sentence: `Der Transfer von ${name} ist abgeschlossen. Die Domain ist bis zum ${day(notified.domain.paidUntil)} bezahlt.`,
        link: view,
      };
    case "transfer_in_failed":
      return {
        subject: `Transfer von ${name} fehlgeschlagen`,
        sentence: `${name} wurde nicht in Ihren Arbeitsbereich übertragen. ${
          notified.details.code === "transfer_rejected"
            ? "Der bisherige Registrar hat den Transfer abgelehnt."
            : notified.details.code === "transfer_cancelled"
              ? "Der Transfer wurde abgebrochen."
              : "Die Registry hat den Transfer nicht ausgeführt."
        }`,
        link: gone,
      };
    case "domain_deleted": {
      const restorableUntil = momentOf(notified.details, "restorableUntil");
      return {
        subject: `${name} wurde gelöscht`,
        sentence: `${name} wurde gelöscht und funktioniert nicht mehr. ${restorableUntil ? `Sie können die Domain bis zum ${instant(restorableUntil)} gegen eine Gebühr wiederherstellen. ` : ""}Falls sie Postfächer hat, sind diese bis zur Wiederherstellung gesperrt.`,
        link: { label: `${name} wiederherstellen`, act: "restore" },
      };
    }
    case "domain_gone":
      return {
        subject: `${name} ist nicht mehr registriert`,
        sentence: `Die Registry hat ${name} freigegeben. Jeder kann die Domain jetzt registrieren. Falls sie Postfächer hatte, werden diese 30 Tage nach der Löschung der Domain gelöscht.`,
        link: gone,
      };
    case "contacts_changed":
      return {
        subject: `Kontakte von ${name} geändert`,
        sentence: `Die Kontakte von ${name} oder die Daten ihres Inhabers wurden geändert.`,
        link: view,
        advice: "Wenn das niemand in Ihrem Team war, prüfen Sie, wer Zugang zum Arbeitsbereich hat.",
      };
  }
}

const expiryPhrases: DigestTexts["expiryPhrases"] = {
  expired: (count) => `${domains(count)} abgelaufen`,
  failed: (count) => `Verlängerung von ${domains(count)} fehlgeschlagen`,
  expiring: (count, [fewest, most]) =>
    `${domains(count)} ${count === 1 ? "läuft" : "laufen"} in ${fewest === most ? days(most) : `${fewest} bis ${days(most)}`} ab`,
  renewing: (count) => `${domains(count)} ${count === 1 ? "wird" : "werden"} automatisch verlängert`,
};

export const germanTexts: DigestTexts = {
  textsOf,
  expiryPhrases,
  intros: {
    expiry: "Bei diesen Domains steht die Verlängerung an, die dringendsten zuerst.",
    transfers: "Neue Transfers, Auth-Codes und Löschungen in Ihrem Arbeitsbereich:",
    contacts: "Die Kontakte dieser Domains oder die Daten ihrer Inhaber wurden geändert:",
  },
  subjects: {
    transfers: (count) => `Transfers, Auth-Codes und Löschungen: ${domains(count)}`,
    contacts: (count) => `Kontakte von ${domains(count)} geändert`,
  },
  listLink: "Domains ansehen",
  others: (count) => `Und ${count} weitere:`,
  costLabel: "Verlängerung um 1 Jahr",
  formatCost: (cost) => formatTotal("de", cost),
  byLabel: "Von",
  by: {
    user: (name) => name,
    api_key: (name) => `API-Schlüssel „${name}“`,
    system: () => "Zonepost, automatisch",
    registry: () => "Registry oder anderer Registrar",
  },
  whenLabel: "Wann",
  workspaceLabel: "Arbeitsbereich",
  reasonOwner: "Sie erhalten diese E-Mail, weil Sie Eigentümer des Arbeitsbereichs sind.",
  reasonChosen:
    "Sie erhalten diese E-Mail, weil Sie diese Benachrichtigungen in Ihrem Profil eingeschaltet haben.",
  reasonPayments: "Sie erhalten diese E-Mail, weil Sie die Zahlungen des Arbeitsbereichs sehen können.",
};
