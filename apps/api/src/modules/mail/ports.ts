import type { SecretBox } from "../../kernel/secrets.ts";

/** Turns a mailbox password into what the mail server's password database holds. */
export type PasswordHasher = {
  /** The scheme in braces and a PHC string, such as `{ARGON2ID}$argon2id$…`. Never on the main thread. */
  hash(password: string): Promise<string>;
};

export type MailPorts = {
  /** Seals DKIM private keys; the owner of a key is `mail_domain:<uuid>`. */
  secretBox: SecretBox;
  passwordHasher: PasswordHasher;
};
