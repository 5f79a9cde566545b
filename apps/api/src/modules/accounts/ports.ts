import type { Language } from "@zonepost/schema";
import type { SecretBox } from "@zonepost/secret-box";
import type { Queryable, WorkspaceCtx } from "../../kernel/ctx.ts";
import type { EmailKind } from "./email/email-topics.ts";
import type { MailShare } from "./email/mail-share.ts";
import type { Passwords } from "./passwords/passwords.ts";
import type { SessionCookie } from "./sessions/session-cookie.ts";

export type EmailContent = { subject: string; text: string; html: string };

/** `en` is always present as the fallback. */
export type EmailVariants = { en: EmailContent } & Partial<Record<Language, EmailContent>>;

export type WrittenEmail = {
  kind: EmailKind;
  variants: EmailVariants;
};

export type EmailToSend = WrittenEmail & {
  to: string;
  /**
   * Sent only if the address belongs to a person when the job runs, so the caller need not look and reveals nothing.
   */
  onlyIfKnown?: boolean;
  /** The opposite: not sent if the address belongs to a person when the job runs. */
  onlyIfUnknown?: boolean;
  /** For an address without an account: one that was invited, or was just replaced. */
  language?: Language | null;
  /** For a mail that someone other than the recipient can trigger: the daily number that it counts toward. */
  share?: MailShare;
  /** Business time after which sending is pointless, such as the expiry of its link. */
  expiresAt?: Date;
  /** Sent only if the address belongs to a member of this workspace when the job runs. */
  onlyToMemberOf?: string;
  /** Sent after emails that people wait for, and one at a time for each such name. */
  queue?: string;
  /** Keeps how its sending ended, for `readEmailOutcomes`. */
  keepsOutcome?: boolean;
};

type Email = EmailContent & { kind: string; to: string };

/** `refused` is permanent, such as for a missing mailbox; `code` is SMTP's (RFC 5321 4.2). */
export type EmailOutcome = { outcome: "accepted" } | { outcome: "refused"; code: number };

/** Sends mail: an SMTP relay, or the sandbox's outbox. */
export type Mailer = {
  /** Throws if a retry may succeed. `id` stays the same across retries. */
  send(id: string, email: Email): Promise<EmailOutcome>;
  close(): void;
};

export type EmailPorts = { secretBox: SecretBox };

type ProviderCredentials = { clientId: string; clientSecret: string };

export type AccountsSettings = {
  apiUrl: string;
  panelUrl: string;
  authSecret: string;
  /** Earlier ones, whose signatures are accepted and replaced. */
  authSecretsRetired?: readonly string[];
  cookieDomain: string | undefined;
  signInLimitPerMinute: number;
  providers: { google?: ProviderCredentials; github?: ProviderCredentials };
  /** False only in the sandbox. */
  isSecondFactorAskedOfOperators: boolean;
};

/** Implemented by the domains module. */
export type WorkspaceDomains = {
  /** Returns those of the names that belong to the workspace, within the caller's transaction. */
  findOwnNames(db: Queryable, workspaceId: string, names: readonly string[]): Promise<string[]>;
};

export type CredentialPorts = EmailPorts & { passwords: Passwords; settings: AccountsSettings };

/** What other modules store about a person, for their export. */
export type ExportPorts = {
  /** Of all workspaces, or of these. */
  listNotificationsTo(
    db: Queryable,
    address: string,
    workspaceIds?: readonly string[],
  ): Promise<{ emailId: string; domainName: string; kind: string; occurredAt: Date }[]>;
  listAttentionChoices(db: Queryable, userId: string): Promise<({ workspaceId: string } & object)[]>;
  /** Without the codes. */
  listTransferCodes(db: Queryable, userId: string): Promise<({ workspaceId: string } & object)[]>;
};

/** Implemented by the orders module. */
export type AuditPorts = {
  /** The domains that orders and payments of the workspace are about, by the IDs of these. */
  listNamesSold(ctx: WorkspaceCtx, ids: readonly string[]): Promise<Map<string, string[]>>;
};

export type AccountPorts = CredentialPorts &
  ExportPorts &
  AuditPorts & {
    workspaceDomains: WorkspaceDomains;
  };

/** Set by our own transport for the library; a client's header of this name is dropped. */
export const clientAddressHeader = "x-zonepost-client-address";

export type AuthPorts = CredentialPorts & {
  library: { handler(request: Request): Promise<Response> };
  cookie: SessionCookie;
};
