import type { PersonCtx } from "../../../kernel/ctx.ts";
import type { CredentialPorts } from "../ports.ts";
import type { SessionCookie } from "./session-cookie.ts";

/** The context of operations that change how a person signs in. */
export type OwnAccountCtx = PersonCtx & CredentialPorts & { cookie: SessionCookie };

/** Panel pages: the security settings, and the password reset. */
export const securityUrl = ({ settings }: CredentialPorts): string =>
  `${settings.panelUrl}/settings/security`;
export const passwordResetUrl = ({ settings }: CredentialPorts): string =>
  `${settings.panelUrl}/auth/password-reset`;
