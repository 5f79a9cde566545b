import { composeEmail, typedText } from "../accounts/index.ts";
import { deactivationFailures } from "./policy.ts";

type FailingEndpoint = {
  endpointUrl: string;
  consecutiveFailures: number;
  /** Of the endpoint's page in the panel. */
  panelUrl: string;
};

/** To the owners, while the endpoint can still be mended. Of its address only the host is told: the rest may be secret. */
export function webhookFailingEmail(input: FailingEndpoint) {
  const { consecutiveFailures: failures, panelUrl: url } = input;
  const host = hostOf(input.endpointUrl);
  return composeEmail("webhook_failing", {
    en: {
      subject: `Webhook endpoint at ${host} is failing`,
      paragraphs: [
        `The last ${failures} attempts to deliver events to the webhook endpoint at ${host} failed.`,
        `Deliveries are tried again, but after ${deactivationFailures} failures in a row the endpoint is deactivated. The panel shows what it answered.`,
      ],
      link: { label: "Open the endpoint in the panel", url },
    },
    de: {
      subject: `Webhook-Endpunkt bei ${host} schlägt fehl`,
      paragraphs: [
        `Die letzten ${failures} Versuche, Ereignisse an den Webhook-Endpunkt bei ${host} zuzustellen, sind fehlgeschlagen.`,
        `Die Zustellung wird weiter versucht, aber nach ${deactivationFailures} Fehlschlägen in Folge wird der Endpunkt deaktiviert. Im Panel steht, was er geantwortet hat.`,
      ],
      link: { label: "Endpunkt im Panel öffnen", url },
    },
  });
}

/** To the owners: from now on events are missing until someone acts. */
export function webhookDeactivatedEmail(input: FailingEndpoint) {
  const { consecutiveFailures: failures, panelUrl: url } = input;
  const host = hostOf(input.endpointUrl);
  return composeEmail("webhook_deactivated", {
    en: {
      subject: `Webhook endpoint at ${host} was deactivated`,
      paragraphs: [
        `The last ${failures} attempts to deliver events to the webhook endpoint at ${host} failed, so it was deactivated.`,
        "Events of this workspace are no longer sent to it. Once the receiver answers again, reactivate the endpoint in the panel.",
      ],
      link: { label: "Open the endpoint in the panel", url },
    },
    de: {
      subject: `Webhook-Endpunkt bei ${host} wurde deaktiviert`,
      paragraphs: [
        `Die letzten ${failures} Versuche, Ereignisse an den Webhook-Endpunkt bei ${host} zuzustellen, sind fehlgeschlagen; er wurde deaktiviert.`,
        "Ereignisse dieses Arbeitsbereichs gehen nicht mehr an ihn. Sobald der Empfänger wieder antwortet, aktivieren Sie den Endpunkt im Panel erneut.",
      ],
      link: { label: "Endpunkt im Panel öffnen", url },
    },
  });
}

const hostOf = (url: string) => typedText(new URL(url).host, 100);
