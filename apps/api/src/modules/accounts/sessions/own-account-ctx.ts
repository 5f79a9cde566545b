import type { PersonCtx } from "../../../kernel/ctx.ts";
import type { CredentialPorts } from "../ports.ts";
import type { SessionCookie } from "./session-cookie.ts";

export type OwnAccountCtx = PersonCtx & CredentialPorts & { cookie: SessionCookie };

export const securityUrl = ({ settings }: CredentialPorts): string =>
  `${settings.panelUrl}/settings/security`;
export const passwordResetUrl = ({ settings }: CredentialPorts): string =>
  `${settings.panelUrl}/auth/password-reset`;
