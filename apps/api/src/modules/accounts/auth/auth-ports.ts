import type { SessionCookie } from "../model/session-cookie.ts";
import type { CredentialPorts } from "../ports.ts";
import type { AuthLibrary } from "../sign-in/library.ts";

export type AuthPorts = CredentialPorts & { library: AuthLibrary; cookie: SessionCookie };
