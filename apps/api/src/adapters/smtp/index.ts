import { createTransport } from "nodemailer";
import type { Mailer } from "../../modules/accounts/ports.ts";

/** Sends by an SMTP relay. The id becomes the Message-ID, so that a mail that is sent twice can be told. */
export function createSmtpMailer(settings: { smtpUrl: string; from: string; messageIdHost: string }): Mailer {
  const transport = createTransport(settings.smtpUrl, { from: settings.from });
  return {
    async send(id, email) {
      await transport.sendMail({
        messageId: `<${id}@${settings.messageIdHost}>`,
        to: email.to,
        subject: email.subject,
        text: email.text,
        html: email.html,
      });
    },
  };
}
