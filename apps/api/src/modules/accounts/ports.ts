import type { SecretBox } from "../../kernel/secrets.ts";

export type Email = {
  /** What it is about, such as `magic_link`; people never see it. */
  kind: string;
  to: string;
  subject: string;
  text: string;
  html: string;
};

/** Carries e-mail: an SMTP relay, or the sandbox's outbox. `id` is the same when a mail is tried again. */
export type Mailer = {
  send(id: string, email: Email): Promise<void>;
};

export type EmailPorts = { secretBox: SecretBox };

type ProviderCredentials = { clientId: string; clientSecret: string };

export type AccountsSettings = {
  apiUrl: string;
  panelUrl: string;
  authSecret: string;
  cookieDomain: string | undefined;
  signInLimitPerMinute: number;
  providers: { google?: ProviderCredentials; github?: ProviderCredentials };
};
