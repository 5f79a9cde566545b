import type { Language } from "@zonepost/schema";
import type { Queryable } from "../../kernel/ctx.ts";
import type { SecretBox } from "../../kernel/secrets.ts";
import type { Passwords } from "./passwords/passwords.ts";

/** An email in one language, as text and as HTML. */
export type EmailContent = { subject: string; text: string; html: string };

/** One mail in the languages it was written in; `en` is what everyone can be sent. */
export type EmailVariants = { en: EmailContent } & Partial<Record<Language, EmailContent>>;

/** The result of a template; with `to`, it can be enqueued. */
export type WrittenEmail = {
  /** An internal name, such as `magic_link`. */
  kind: string;
  variants: EmailVariants;
};

export type EmailToSend = WrittenEmail & {
  to: string;
  /** Sent only where the address belongs to a person when the job runs: the caller need not look, nor tells. */
  onlyIfKnown?: boolean;
  /** The other way round: not sent where the address belongs to a person when the job runs. */
  onlyIfUnknown?: boolean;
  /** For an address without an account: one that was invited, or one that was just replaced. */
  language?: Language | null;
  /** Business time after which it is not worth sending, such as when its link ends. */
  expiresAt?: Date;
};

/** A mail as it goes out: to one address, in one language. */
type Email = EmailContent & { kind: string; to: string };

/** `refused` is permanent, such as for a missing mailbox; `code` is SMTP's (RFC 5321 4.2). */
export type EmailOutcome = { outcome: "accepted" } | { outcome: "refused"; code: number };

/** Carries e-mail: an SMTP relay, or the sandbox's outbox. */
export type Mailer = {
  /** Throws where it may work later. `id` is the same when a mail is tried again. */
  send(id: string, email: Email): Promise<EmailOutcome>;
  close(): void;
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

/** The domains of a workspace; the domains module fills this port. */
export type WorkspaceDomains = {
  /** Those of the names that the workspace has, in the transaction of the caller. */
  findOwnNames(db: Queryable, workspaceId: string, names: readonly string[]): Promise<string[]>;
};

/** For verbs that sign people in or change their credentials. */
export type CredentialPorts = EmailPorts & { passwords: Passwords; settings: AccountsSettings };

/** The ports that verbs of this module need in addition to their ctx. */
export type AccountPorts = CredentialPorts & { workspaceDomains: WorkspaceDomains };
