import type { PersonCtx } from "../../../kernel/ctx.ts";
import type { CredentialPorts } from "../ports.ts";
import type { SessionCookie } from "./session-cookie.ts";

/** What the verbs are given by which people change how they sign in. */
export type OwnAccountCtx = PersonCtx & CredentialPorts & { cookie: SessionCookie };

/** Where the panel shows a person their second factor and sessions, and where a new password is asked for. */
export const securityUrl = ({ settings }: CredentialPorts): string =>
  `${settings.panelUrl}/settings/security`;
export const passwordResetUrl = ({ settings }: CredentialPorts): string =>
  `${settings.panelUrl}/auth/password-reset`;
