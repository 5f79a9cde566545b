import { randomBytes } from "node:crypto";
import type { MailServerOptions } from "./options.ts";

/**
 * Failed sign-ins are counted by the lookups service, by account and address. Dovecot's own penalty makes everybody at an
 * address wait. It gets enough of a keyed hash to tell passwords apart. Without the service, sign-ins go on.
 */
export const signInPolicy = ({ internalPorts }: MailServerOptions): string => `
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
auth_policy_server_url = http://127.0.0.1:${internalPorts.lookups}/sign-in-policy
auth_policy_request_attributes = login=%{requested_username} address=%{rip} passwordHash=%{hashed_password}
auth_policy_hash_truncate = 64
auth_policy_check_before_auth = yes
auth_policy_check_after_auth = no
auth_policy_report_after_auth = yes
!include $folder/sign-in-nonce.conf
`;

/** Another key each time the configuration is written. */
export const signInNonce = (): string => `auth_policy_hash_nonce = ${randomBytes(16).toString("hex")}\n`;
