import { endpointStates } from "@zonepost/schema/status";
import { composeEmail, inSentence, typedText } from "../../../accounts/index.ts";
import { deactivationFailures } from "../policy.ts";

export type FailingEndpoint = {
  endpointUrl: string;
  /** The workspace's own words, which tell endpoints of one host apart. */
  description: string;
  consecutiveFailures: number;
  latest: { error: string; stage: string | null; eventType: string; subject: string };
  /** The number of its events that wait in the queue. */
  waitingCount: number;
  panelUrl: string;
};

/**
 * Sent to members while the endpoint can still be fixed. Only the URL's host is shown, because the rest may be
 * secret.
 */
export function webhookFailingEmail(input: FailingEndpoint) {
  const { consecutiveFailures: failures, panelUrl: url, waitingCount: count } = input;
  const host = hostOf(input.endpointUrl);
  return composeEmail("webhook_failing", {
    en: {
      subject: `Your webhook endpoint ${nameIn(input).en} is ${inSentence(endpointStates.failing.word)}`,
      paragraphs: [
        `The last ${failures} attempts to deliver events to ${host} failed.`,
        `We'll keep retrying, but we deactivate an endpoint after ${deactivationFailures} failures in a row. Once it responds with a 2xx status within 15 seconds, the waiting events are delivered automatically.`,
      ],
      facts: [...latestFacts.en(input), ["Events waiting", count.toLocaleString("en")]],
      link: { label: "View endpoint", url },
      afterwards: ["If you no longer need the endpoint, pause or delete it in the panel."],
    },
    de: {
      subject: `Ihr Webhook-Endpunkt ${nameIn(input).de} antwortet nicht wie erwartet`,
      paragraphs: [
        `Die letzten ${failures} Versuche, Ereignisse an ${host} zuzustellen, sind fehlgeschlagen.`,
        `Wir versuchen es weiter, deaktivieren den Endpunkt aber nach ${deactivationFailures} Fehlschlägen in Folge. Sobald er innerhalb von 15 Sekunden mit einem 2xx-Status antwortet, werden die wartenden Ereignisse automatisch zugestellt.`,
      ],
      facts: [...latestFacts.de(input), ["Wartende Ereignisse", count.toLocaleString("de")]],
      link: { label: "Endpunkt ansehen", url },
      afterwards: ["Wenn Sie den Endpunkt nicht mehr benötigen, pausieren oder löschen Sie ihn im Panel."],
    },
  });
}

/** Sent to members: from now on events are missing until someone acts. */
export function webhookDeactivatedEmail(input: FailingEndpoint) {
  const { consecutiveFailures: failures } = input;
  const host = hostOf(input.endpointUrl);
  return composeEmail("webhook_deactivated", {
    en: {
      subject: `Your webhook endpoint ${nameIn(input).en} was ${deactivated}`,
      paragraphs: [
        `The last ${failures} attempts to deliver events to ${host} failed, so the endpoint was ${deactivated}.`,
        `It no longer receives events. Fix the endpoint, then reactivate it in the panel. ${catchUpWords.en}`,
      ],
      ...missedParts(input).en,
    },
    de: {
      subject: `Ihr Webhook-Endpunkt ${nameIn(input).de} wurde deaktiviert`,
      paragraphs: [
        `Die letzten ${failures} Versuche, Ereignisse an ${host} zuzustellen, sind fehlgeschlagen. Wir haben den Endpunkt deaktiviert.`,
        `Er erhält keine Ereignisse mehr. Beheben Sie den Fehler und aktivieren Sie den Endpunkt danach im Panel wieder. ${catchUpWords.de}`,
      ],
      ...missedParts(input).de,
    },
  });
}

/** The receiver itself has ended the subscription, so nothing is retried. */
export function webhookGoneEmail(input: FailingEndpoint) {
  const host = hostOf(input.endpointUrl);
  return composeEmail("webhook_gone", {
    en: {
      subject: `Your webhook endpoint ${nameIn(input).en} was ${deactivated}`,
      paragraphs: [
        `${host} responded with 410 Gone, which means that it no longer accepts events. We deactivated the endpoint immediately.`,
        `If this is intended, delete the endpoint in the panel. Otherwise, change its URL or fix the receiver, then reactivate it. ${catchUpWords.en}`,
      ],
      ...missedParts(input).en,
    },
    de: {
      subject: `Ihr Webhook-Endpunkt ${nameIn(input).de} wurde deaktiviert`,
      paragraphs: [
        `${host} hat mit 410 Gone geantwortet: Die Adresse nimmt keine Ereignisse mehr an. Wir haben den Endpunkt sofort deaktiviert.`,
        `Wenn das beabsichtigt ist, löschen Sie den Endpunkt im Panel. Ändern Sie andernfalls seine URL oder beheben Sie den Fehler beim Empfänger, und aktivieren Sie den Endpunkt danach wieder. ${catchUpWords.de}`,
      ],
      ...missedParts(input).de,
    },
  });
}

const catchUpWords = {
  en: "Choose “Reactivate and catch up” to also deliver the events it missed.",
  de: "Mit „Reactivate and catch up“ werden auch die verpassten Ereignisse zugestellt.",
};

type Facts = [label: string, value: string][];

const latestFacts = {
  en: ({ latest }: FailingEndpoint): Facts => [
    ["Latest error", errorOf(latest)],
    ["Event", `${latest.eventType}, ${typedText(latest.subject)}`],
  ],
  de: ({ latest }: FailingEndpoint): Facts => [
    ["Letzter Fehler", errorOf(latest)],
    ["Ereignis", `${latest.eventType}, ${typedText(latest.subject)}`],
  ],
};

const missedParts = (input: FailingEndpoint) => ({
  en: {
    facts: [
      ...latestFacts.en(input),
      ["Events not delivered yet", input.waitingCount.toLocaleString("en")],
    ] as Facts,
    link: { label: "View endpoint", url: input.panelUrl },
    afterwards: ["While the endpoint is inactive, new events are logged as skipped."],
  },
  de: {
    facts: [
      ...latestFacts.de(input),
      ["Noch nicht zugestellte Ereignisse", input.waitingCount.toLocaleString("de")],
    ] as Facts,
    link: { label: "Endpunkt ansehen", url: input.panelUrl },
    afterwards: ["Solange der Endpunkt inaktiv ist, werden neue Ereignisse als übersprungen protokolliert."],
  },
});

const deactivated = inSentence(endpointStates.deactivated.word);

/** The description first, if there is one. */
function nameIn({ description, endpointUrl }: FailingEndpoint): Record<"en" | "de", string> {
  const host = hostOf(endpointUrl);
  const words = typedText(description, 60);
  return words === ""
    ? { en: `at ${host}`, de: `bei ${host}` }
    : { en: `“${words}” at ${host}`, de: `„${words}“ bei ${host}` };
}

const hostOf = (url: string) => typedText(new URL(url).host, 100);

const errorOf = ({ error, stage }: FailingEndpoint["latest"]) =>
  typedText(stage === null ? error : `${error} (${stage})`, 200);
