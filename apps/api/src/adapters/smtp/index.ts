import { createTransport } from "nodemailer";
import type { EmailOutcome, Mailer } from "../../modules/accounts/ports.ts";

const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 60_000;

/**
 * Sends through an SMTP relay. The id becomes the Message-ID, so that duplicates can be recognized. The relay's
 * messages are not passed on, because they can quote the recipient and links.
 */
export function createSmtpMailer(settings: {
  smtpUrl: string;
  from: string;
  messageIdHost: string;
}): Mailer & {
  /** Connects, greets, starts TLS and signs in, as before an email, and sends none. */
  verify(): Promise<void>;
} {
  const transport = createTransport(
    {
      url: settings.smtpUrl,
      pool: true,
      maxConnections: 3,
      maxRequeues: 1,
      dnsTimeout: connectTimeoutMs,
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      socketTimeout: silenceTimeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...encryptionFor(new URL(settings.smtpUrl)),
    },
    { from: settings.from },
  );
  return {
    async send(id, email) {
      try {
        await transport.sendMail({
          messageId: `<${id}@${settings.messageIdHost}>`,
          // An object is a single address; a string would be parsed as a list.
          to: { name: "", address: email.to },
          subject: email.subject,
          text: email.text,
          html: email.html,
          headers: { "Auto-Submitted": "auto-generated" },
        });
        return { outcome: "accepted" };
      } catch (error) {
        const failure = error as SmtpFailure;
        return refusal(failure) ?? fail(failure);
      }
    },
    async verify() {
      await transport.verify().catch((error: unknown) => fail(error as SmtpFailure, "a connection"));
    },
    close: () => transport.close(),
  };
}

/** TLS is required except for a relay on this machine; requireTLS or ignoreTLS in the URL override this. */
function encryptionFor(url: URL): { requireTLS?: true; ignoreTLS?: true } {
  const hasTlsOption = url.searchParams.has("requireTLS") || url.searchParams.has("ignoreTLS");
  if (url.protocol === "smtps:" || hasTlsOption) {
    return {};
  }
  const isThisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return isThisMachine ? { ignoreTLS: true } : { requireTLS: true };
}

type SmtpFailure = Error & { code?: string; command?: string; response?: string; responseCode?: number };

/**
 * A 5xx about this recipient or message is permanent (RFC 5321 4.2.1). Other 5xx, and policy codes (530 and RFC 3463
 * X.7.X), concern our configuration, so the relay may be fixed later.
 */
function refusal(failure: SmtpFailure): EmailOutcome | undefined {
  const { responseCode: code, command, response = "" } = failure;
  if (code === undefined || code < 500 || code === 530) {
    return undefined;
  }
  if (command !== "RCPT TO" && command !== "DATA") {
    return undefined;
  }
  return /^\d{3}[ -]5\.7\.\d/.test(response) ? undefined : { outcome: "refused", code };
}

function fail({ code, command, response, responseCode, message }: SmtpFailure, refused = "an email"): never {
  const reply =
    response !== undefined
      ? `it answered ${responseCode ?? "with something other than SMTP"}`
      : code === "EENVELOPE"
        ? "an address is invalid"
        : message;
  throw new Error(
    `the mail relay refused ${refused} (${code ?? "no code"}, ${command ?? "no command"}): ${reply}`,
  );
}
