import type { AuthOperation } from "../../kernel/http/operation.ts";
import { emailChangeOperations } from "./email-change/auth.ts";
import { invitationAuthOperations } from "./invitations/auth.ts";
import { passwordOperations } from "./passwords/auth.ts";
import type { AuthPorts } from "./ports.ts";
import { secondFactorOperations } from "./second-factor/auth.ts";
import { sessionAuthOperations } from "./sessions/auth.ts";
import { providerCallbackOperations, signInOperations } from "./sign-in/auth.ts";
import { stepUpOperations } from "./step-up/auth.ts";

/** All operations below `/auth`. Any other path is 404, even if the library supports it. */
export const authOperations = (ports: AuthPorts): AuthOperation[] => [
  ...Object.values(signInOperations(ports)),
  ...Object.values(providerCallbackOperations(ports)),
  ...Object.values(sessionAuthOperations(ports)),
  ...Object.values(secondFactorOperations(ports)),
  ...Object.values(stepUpOperations(ports)),
  ...Object.values(passwordOperations(ports)),
  ...Object.values(emailChangeOperations(ports)),
  ...Object.values(invitationAuthOperations(ports)),
];
