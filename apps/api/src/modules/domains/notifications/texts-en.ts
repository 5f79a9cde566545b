import { domainToUnicode } from "node:url";
import { domainStates, operationStates } from "@zonepost/schema/status";
import { inSentence } from "../../accounts/index.ts";
import { isRegistryFailure } from "../rules/expiry.ts";
import { formatDay, formatInstant, formatTotal, momentOf } from "./formats.ts";
import { daysLeft, type Notified, shownKind } from "./notified.ts";
import type { DigestTexts, NotificationTexts } from "./texts.ts";

const day = (date: Date) => formatDay("en", date);
const instant = (date: Date) => formatInstant("en", date);
const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);
const domains = (count: number) => (count === 1 ? "1 domain" : `${count} domains`);

const paymentCauses: Record<string, string> = {
  payment_method_required: "There is no saved card to charge.",
  authentication_required: "Your bank requires you to confirm the payment.",
  expired_card: "Your card has expired.",
  insufficient_funds: "Your card has insufficient funds.",
};

function causeOf({ code, isPayment }: Notified["details"]): string {
  if (isPayment) {
    return `${paymentCauses[String(code)] ?? "Your card was declined."} `;
  }
  if (code === "registry_refused") {
    return "The registry refused the renewal. ";
  }
  return isRegistryFailure(String(code)) ? "The registry didn't respond as expected. " : "";
}

/** What happens next, and when. */
function nextStep({ domain, details }: Notified, now: Date): string {
  const { isPayment, ...failure } = domain.failedRenewal ?? details;
  const triesAgainAt = momentOf(failure, "triesAgainAt");
  const endsAt = momentOf(failure, "endsAt");
  const again =
    domain.autoRenew && triesAgainAt && triesAgainAt > now
      ? `We'll try again on ${day(triesAgainAt)}. `
      : "We won't try again. ";
  const act = isPayment
    ? "Pay now or update your card on the payments page."
    : "Renew the domain yourself to be sure.";
  const isLast = triesAgainAt === null || domain.paidUntil <= now;
  return `${again}${act}${isLast && endsAt ? ` If it isn't renewed by ${day(endsAt)}, it stops working, and you may lose it.` : ""}`;
}

function renewalTexts(notified: Notified, name: string, now: Date): NotificationTexts {
  const { paidUntil, autoRenew, nextRenewalAt, nextDeletionAt } = notified.domain;
  const link = { label: `Renew ${name}`, act: "renew" as const };
  const failure = notified.domain.failedRenewal ?? notified.details;
  const endsAt = nextDeletionAt ?? momentOf(failure, "endsAt");
  switch (shownKind(notified)) {
    case "domain_expired":
      return {
        subject: `${name} has ${inSentence(domainStates.expired.word)}`,
        sentence: `${name} expired on ${instant(paidUntil)}. ${
          endsAt
            ? `You can still renew it at the regular price until ${day(endsAt)}. After that, it stops working, and you may lose it.`
            : "Renew it now to keep it."
        }`,
        link,
      };
    case "renewal_failed":
      return {
        subject: `${domainStates.renewal_failed.word}: ${name}`,
        sentence: `We couldn't renew ${name}, which ${paidUntil <= now ? "expired" : "expires"} on ${instant(paidUntil)}. ${causeOf(failure)}${nextStep(notified, now)}`,
        link: failure.isPayment ? { label: "View payments", isPayments: true } : link,
      };
    default:
      return autoRenew
        ? {
            subject: `${name} renews automatically${nextRenewalAt ? ` on ${day(nextRenewalAt)}` : ""}`,
            sentence: `${name} is paid until ${day(paidUntil)} and renews automatically${nextRenewalAt ? ` on ${day(nextRenewalAt)}` : ""}. If you no longer need it, turn off auto-renew before then.`,
            link: { label: `View ${name}` },
          }
        : {
            subject: `${name} ${inSentence(domainStates.expires.word)} in ${days(daysLeft(paidUntil, now))}`,
            sentence: `${name} expires on ${instant(paidUntil)}. Auto-renew is off, so renew it to keep it.`,
            link,
          };
  }
}

function textsOf(notified: Notified, now: Date): NotificationTexts {
  const name = domainToUnicode(notified.domainName);
  const view = { label: `View ${name}` };
  const gone = { label: "View your domains", isList: true };
  const until = momentOf(notified.details, "until");
  switch (notified.kind) {
    case "domain_expiring":
    case "domain_expired":
    case "renewal_failed":
      return renewalTexts(notified, name, now);
    case "auth_code_created": {
      const expiresAt = momentOf(notified.details, "expiresAt");
      return {
        subject: `Auth code of ${name} created`,
        sentence: `An auth code was created for ${name}. With it, the domain can be transferred to another registrar${expiresAt ? ` until ${instant(expiresAt)}` : ""}.`,
        link: view,
        advice:
          "If no one on your team did this, lock the domain against transfers and check who has access to the workspace.",
      };
    }
    case "transfer_out_requested":
      return {
        subject: `Transfer of ${name} to another registrar requested`,
        sentence: `Someone used the auth code of ${name} to request its transfer to another registrar. Approve the transfer to complete it now, or reject it if you didn't request it.${until ? ` If you don't respond, the registry transfers the domain on ${instant(until)}.` : ""}`,
        link: { label: "Review transfer" },
        advice:
          "If no one on your team requested this, reject the transfer, lock the domain and find out who had its auth code.",
      };
    case "transfer_out_rejected":
      return {
        subject: `Transfer of ${name} rejected`,
        sentence: `The transfer of ${name} to another registrar was rejected. The domain stays in your workspace.`,
        link: view,
      };
    case "transfer_out_cancelled":
      return {
        subject: `Transfer of ${name} ${inSentence(operationStates.canceled.word)}`,
        sentence: `The other registrar canceled the transfer of ${name}. The domain stays in your workspace.`,
        link: view,
      };
    case "transferred_out":
      return {
        subject: `${name} was transferred to another registrar`,
        sentence: `${name} was transferred to another registrar and is no longer in your workspace. If it had mailboxes, they are suspended now and erased after 30 days.`,
        link: gone,
        advice: "If no one on your team arranged this, contact us and the new registrar immediately.",
      };
    case "transfer_in_requested":
      return {
        subject: `Transfer of ${name} requested`,
        sentence: `We requested the transfer of ${name} from its current registrar. You'll get an email when it is completed or refused.`,
        link: view,
      };
    case "transferred_in":
      return {
        subject: `${name} was transferred to your workspace`,
        sentence: `The transfer of ${name} is complete. The domain is paid until ${day(notified.domain.paidUntil)}.`,
        link: view,
      };
    case "transfer_in_failed":
      return {
        subject: `Transfer of ${name} ${inSentence(operationStates.failed.word)}`,
        sentence: `${name} was not transferred to your workspace. ${
          notified.details.code === "transfer_rejected"
            ? "The current registrar refused the transfer."
            : notified.details.code === "transfer_cancelled"
              ? "The transfer was canceled."
              : "The registry didn't complete the transfer."
        }`,
        link: gone,
      };
    case "domain_deleted": {
      const restorableUntil = momentOf(notified.details, "restorableUntil");
      return {
        subject: `${name} was ${inSentence(domainStates.deleted.word)}`,
        sentence: `${name} was deleted and no longer works. ${restorableUntil ? `You can restore it until ${instant(restorableUntil)} for a fee. ` : ""}If it has mailboxes, they are suspended until you restore the domain.`,
        link: { label: `Restore ${name}`, act: "restore" },
      };
    }
    case "domain_gone":
      return {
        subject: `${name} is no longer registered`,
        sentence: `The registry released ${name}, so anyone can register it. If it had mailboxes, they are erased 30 days after the domain was deleted.`,
        link: gone,
      };
    case "contacts_changed":
      return {
        subject: `Contacts of ${name} changed`,
        sentence: `The contacts of ${name}, or the details of its registrant, were changed.`,
        link: view,
        advice: "If no one on your team did this, check who has access to the workspace.",
      };
  }
}

const expiryPhrases: DigestTexts["expiryPhrases"] = {
  expired: (count) => `${domains(count)} ${inSentence(domainStates.expired.word)}`,
  failed: (count) => `${inSentence(domainStates.renewal_failed.word)} for ${domains(count)}`,
  expiring: (count, [fewest, most]) =>
    `${domains(count)} ${count === 1 ? "expires" : "expire"} in ${fewest === most ? days(most) : `${fewest} to ${days(most)}`}`,
  renewing: (count) => `${domains(count)} ${count === 1 ? "renews" : "renew"} automatically`,
};

export const englishTexts: DigestTexts = {
  textsOf,
  expiryPhrases,
  intros: {
    expiry: "These domains are due for renewal, the most urgent first.",
    transfers: "Recent transfers, auth codes and deletions in your workspace:",
    contacts: "The contacts of these domains, or the details of their registrants, were changed:",
  },
  subjects: {
    transfers: (count) => `Transfers, auth codes and deletions: ${domains(count)}`,
    contacts: (count) => `Contacts of ${domains(count)} changed`,
  },
  listLink: "View your domains",
  others: (count) => `And ${count} more:`,
  costLabel: "Renewal for 1 year",
  formatCost: (cost) => formatTotal("en", cost),
  byLabel: "By",
  by: {
    user: (name) => name,
    api_key: (name) => `API key “${name}”`,
    system: () => "Zonepost, automatically",
    registry: () => "The registry or another registrar",
  },
  whenLabel: "When",
  workspaceLabel: "Workspace",
  reasonOwner: "You receive this email because you are an owner of the workspace.",
  reasonChosen: "You receive this email because you turned it on under Settings, Profile.",
  reasonPayments: "You receive this email because you can see the workspace's payments.",
};
