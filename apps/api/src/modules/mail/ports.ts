import type { SecretBox } from "../../kernel/secrets.ts";
import type { PriceList } from "../payments/index.ts";

export type PasswordHasher = {
  /** Returns the scheme in braces and a PHC string, such as `{ARGON2ID}$argon2id$…`. Never on the main thread. */
  hash(password: string): Promise<string>;
};

export type MailPorts = {
  priceList: PriceList;
  panelUrl: string;
  /** Seals DKIM private keys; the owner of a key is `mail_domain:<uuid>`. */
  secretBox: SecretBox;
  passwordHasher: PasswordHasher;
};
