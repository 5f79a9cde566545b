/** The first parts of actions that the filter offers. */
export const auditKinds = [
  "session",
  "password",
  "second_factor",
  "email",
  "profile",
  "invitation",
  "member",
  "workspace",
  "api_key",
  "domain",
  "dnssec",
  "contact",
  "mail",
  "mail_account",
  "mail_alias",
  "webhook_endpoint",
] as const;
