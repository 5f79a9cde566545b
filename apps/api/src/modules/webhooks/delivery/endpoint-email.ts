import { composeEmail, typedText } from "../../accounts/index.ts";
import { deactivationFailures } from "./policy.ts";

type FailingEndpoint = {
  endpointUrl: string;
  consecutiveFailures: number;
  panelUrl: string;
};

/**
 * Sent to the owners while the endpoint can still be fixed. Only the URL's host is shown, because the rest may be
 * secret.
 */
export function webhookFailingEmail(input: FailingEndpoint) {
  const { consecutiveFailures: failures, panelUrl: url } = input;
  const host = hostOf(input.endpointUrl);
  return composeEmail("webhook_failing", {
    en: {
      subject: `Your webhook endpoint at ${host} is failing`,
      paragraphs: [
        `The last ${failures} attempts to deliver events to ${host} failed.`,
        `We keep retrying, but deactivate the endpoint after ${deactivationFailures} failures in a row. The panel shows the error of each delivery.`,
      ],
      link: { label: "View endpoint", url },
    },
    de: {
      subject: `Ihr Webhook-Endpunkt bei ${host} antwortet nicht wie erwartet`,
      paragraphs: [
        `Die letzten ${failures} Versuche, Ereignisse an ${host} zuzustellen, sind fehlgeschlagen.`,
        `Wir versuchen es weiter, deaktivieren den Endpunkt aber nach ${deactivationFailures} Fehlschlägen in Folge. Im Panel sehen Sie den Fehler jeder Zustellung.`,
      ],
      link: { label: "Endpunkt ansehen", url },
    },
  });
}

/** Sent to the owners: from now on events are missing until someone acts. */
export function webhookDeactivatedEmail(input: FailingEndpoint) {
  const { consecutiveFailures: failures, panelUrl: url } = input;
  const host = hostOf(input.endpointUrl);
  return composeEmail("webhook_deactivated", {
    en: {
      subject: `Your webhook endpoint at ${host} was deactivated`,
      paragraphs: [
        `The last ${failures} attempts to deliver events to ${host} failed, so we deactivated the endpoint.`,
        "It no longer receives events. Fix the endpoint, then reactivate it in the panel.",
      ],
      link: { label: "View endpoint", url },
    },
    de: {
      subject: `Ihr Webhook-Endpunkt bei ${host} wurde deaktiviert`,
      paragraphs: [
        `Die letzten ${failures} Versuche, Ereignisse an ${host} zuzustellen, sind fehlgeschlagen. Wir haben den Endpunkt deaktiviert.`,
        "Er erhält keine Ereignisse mehr. Beheben Sie den Fehler und aktivieren Sie den Endpunkt danach im Panel wieder.",
      ],
      link: { label: "Endpunkt ansehen", url },
    },
  });
}

const hostOf = (url: string) => typedText(new URL(url).host, 100);
