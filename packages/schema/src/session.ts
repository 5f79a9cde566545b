import { z } from "zod";
import { emailAddress, timestamp, typeId } from "./primitives.ts";

const callbackURL = z
  .string()
  .max(2048)
  .optional()
  .meta({ description: "Where to go afterwards: an address of the panel" });

export const signInEmailInput = z
  .strictObject({ email: emailAddress, password: z.string().min(1).max(1024), callbackURL })
  .meta({ id: "SignInEmailInput" });

export const magicLinkSendInput = z
  .strictObject({ email: emailAddress, callbackURL })
  .meta({ id: "MagicLinkSendInput" });

export const signInProviders = ["google", "github"] as const;
export const signInSocialInput = z
  .strictObject({ provider: z.enum(signInProviders), callbackURL })
  .meta({ id: "SignInSocialInput" });

export const workspaceRoles = ["owner", "admin", "member", "billing", "read_only"] as const;
export const workspaceRole = z.enum(workspaceRoles);
export type WorkspaceRole = z.infer<typeof workspaceRole>;

export const user = z
  .object({
    id: typeId("usr", "Id of the user"),
    email: z.string(),
    name: z.string(),
    emailVerified: z.boolean(),
    image: z.string().nullable(),
  })
  .meta({ id: "User" });

export const session = z
  .object({
    id: typeId("ses", "Id of the session"),
    createdAt: timestamp,
    expiresAt: timestamp,
    workspaceId: typeId("wsp", "Id of the workspace that the session works in").nullable(),
    workspaceName: z.string().nullable(),
    role: workspaceRole.nullable(),
  })
  .meta({ id: "Session" });

export const currentSession = z.object({ user, session }).meta({ id: "CurrentSession" });
export type CurrentSession = z.infer<typeof currentSession>;

export const signInResult = z
  .object({
    redirect: z.boolean(),
    url: z.string().optional(),
    twoFactorRedirect: z
      .boolean()
      .optional()
      .meta({ description: "true where a second factor is due; the panel goes to /auth/2fa-verify" }),
    user: user.optional(),
  })
  .meta({ id: "SignInResult" });

export const acknowledgement = z.object({ status: z.boolean() }).meta({ id: "Acknowledgement" });
export const signOutResult = z.object({ success: z.boolean() }).meta({ id: "SignOutResult" });
